import { useSignal } from '@preact/signals'
import { findBase } from '../kit/base.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { records } from '../kit/records.ts'
import { key, saveKey } from '../kit/session-key.ts'
import { useLoaded } from '../kit/use-loaded.ts'
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
  // A server that does not answer offers no key.
  const offered = useLoaded(readFacts, []).value?.sandbox_key ?? null
  const named = records.find(({ name }) => name === record.value)
  const ask = (event: Event): void => {
    event.preventDefault()
    if (!isDomain(domain.value)) return
    const asked = {
      record: record.value === '' ? null : record.value,
      query: query.value,
      domain: domain.value,
      place: place.value,
      more: more.value,
    }
    void openFromService({ ...asked, key: key.value })
  }
  return (
    <section class="card stack" aria-labelledby="ask-form">
      <h2 id="ask-form">A page from a marketplace</h2>
      <p class="quiet">
        The service retrieves it. A sandbox key (<code>svc_test_…</code>) gets simulated pages at no charge; a live key
        retrieves, and is charged as for any request.
      </p>
      <form class="stack" onSubmit={ask}>
        <Field
          label="What to read"
          name="record"
          none="By the query: an ASIN gives its product, words a search"
          options={records.map(({ name, title }) => [name, title])}
          value={record.value}
          onChange={(chosen) => (record.value = chosen)}
        />
        <div class="pair">
          <Field
            label={named === undefined ? 'ASIN, or words of a search' : 'Query'}
            name="query"
            required={more.value.trim() === '' && named?.takesNothing !== true}
            placeholder="B0SHLFS081"
            hint={named?.queryHint}
            value={query.value}
            onChange={(text) => (query.value = text)}
          />
          <Field
            label="Marketplace"
            name="domain"
            options={DOMAINS}
            value={domain.value}
            onChange={(chosen) => (domain.value = chosen)}
          />
        </div>
        <PlaceFields place={place} />
        <Field
          label="Further parameters"
          name="more"
          placeholder="node=172282&max_price=50"
          value={more.value}
          onChange={(text) => (more.value = text)}
          hint={
            <>
              As in an address. A search by <code>node</code> or <code>seller</code> needs no words.
            </>
          }
        />
        <Field
          label="Key"
          name="key"
          type="password"
          required
          value={key.value}
          onChange={saveKey}
          hint={
            <>
              Kept for this tab only, and used by the <a href={`${findBase()}/docs`}>description of the interface</a>{' '}
              too.
            </>
          }
        />
        <div class="row">
          <button class="primary" disabled={activity.value.kind === 'busy'}>
            Get the page
          </button>
          {offered !== null && key.value !== offered && (
            <Button text="Use the sandbox key of this server" onClick={() => saveKey(offered)} />
          )}
        </div>
      </form>
    </section>
  )
}
