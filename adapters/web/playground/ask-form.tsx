import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { findBase } from '../kit/base.ts'
import { records } from '../kit/records.ts'
import { readKey, saveKey } from '../kit/session-key.ts'
import { isDomain, readAsked } from './address.ts'
import { PlaceFields } from './place-fields.tsx'
import { readFacts, type Question } from './service.ts'
import { activity, openFromService } from './state.ts'

/** Asks the service for a page, by an ASIN or by words. */
export function AskForm() {
  const record = useSignal('')
  const asked = readAsked(location.hash)
  const query = useSignal(asked.query)
  const domain = useSignal<string>(asked.domain)
  const more = useSignal(asked.more)
  const place = useSignal<Question['place']>({})
  const key = useSignal(readKey() ?? '')
  const offered = useSignal<string | null>(null)
  useEffect(() => {
    // A server that offers no key, or does not answer, needs no word here.
    readFacts().then(
      ({ sandbox_key }) => (offered.value = sandbox_key),
      () => undefined,
    )
  }, [])
  const named = records.find(({ name }) => name === record.value)
  const ask = (event: Event): void => {
    event.preventDefault()
    saveKey(key.value.trim())
    if (!isDomain(domain.value)) return
    const asked = {
      record: record.value === '' ? null : record.value,
      query: query.value,
      domain: domain.value,
      place: place.value,
      more: more.value,
    }
    void openFromService({ ...asked, key: key.value.trim() })
  }
  return (
    <section class="card stack" aria-labelledby="ask-form">
      <h2 id="ask-form">A page from a marketplace</h2>
      <p class="quiet">
        The service retrieves it. A sandbox key (<code>svc_test_…</code>) gets simulated pages at no charge; a live key
        retrieves, and is charged as for any request.
      </p>
      <form class="stack" onSubmit={ask}>
        <div class="field">
          <label for="record">What to read</label>
          <select id="record" value={record} onChange={({ currentTarget }) => (record.value = currentTarget.value)}>
            <option value="">By the query: an ASIN gives its product, words a search</option>
            {records.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div class="pair">
          <div class="field">
            <label for="query">{named === undefined ? 'ASIN, or words of a search' : 'Query'}</label>
            <input
              id="query"
              required={more.value.trim() === '' && named?.takesNothing !== true}
              autocomplete="off"
              spellcheck={false}
              placeholder="B0SHLFS081"
              aria-describedby={named === undefined ? undefined : 'query-hint'}
              value={query}
              onInput={({ currentTarget }) => (query.value = currentTarget.value)}
            />
            {named !== undefined && (
              <span class="hint" id="query-hint">
                {named.queryHint}
              </span>
            )}
          </div>
          <div class="field">
            <label for="domain">Marketplace</label>
            <select id="domain" value={domain} onChange={({ currentTarget }) => (domain.value = currentTarget.value)}>
              {DOMAINS.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </div>
        <PlaceFields place={place} />
        <div class="field">
          <label for="more">Further parameters</label>
          <input
            id="more"
            autocomplete="off"
            spellcheck={false}
            placeholder="node=172282&max_price=50"
            aria-describedby="more-hint"
            value={more}
            onInput={({ currentTarget }) => (more.value = currentTarget.value)}
          />
          <span class="hint" id="more-hint">
            As in an address. A search by <code>node</code> or <code>seller</code> needs no words.
          </span>
        </div>
        <div class="field">
          <label for="key">Key</label>
          <input
            id="key"
            type="password"
            required
            autocomplete="off"
            spellcheck={false}
            aria-describedby="key-hint"
            value={key}
            onInput={({ currentTarget }) => (key.value = currentTarget.value)}
          />
          <span class="hint" id="key-hint">
            Kept for this tab only, and used by the <a href={`${findBase()}/docs`}>description of the interface</a> too.
          </span>
        </div>
        <div class="row">
          <button class="primary" disabled={activity.value.kind === 'busy'}>
            Get the page
          </button>
          {offered.value !== null && key.value !== offered.value && (
            <button type="button" onClick={() => (key.value = offered.value ?? '')}>
              Use the sandbox key of this server
            </button>
          )}
        </div>
      </form>
    </section>
  )
}
