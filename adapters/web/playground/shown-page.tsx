import { useSignal } from '@preact/signals'
import { isForOperators } from '../kit/base.ts'
import { Button } from '../kit/button.tsx'
import { Check } from '../kit/check.tsx'
import { formatMoment, formatNumber, formatSize } from '../kit/format.ts'
import { recordsOfKind, requireFacts } from '../kit/records.ts'
import { Select } from '../kit/select.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { CaseView } from './case-view.tsx'
import { CompareView } from './compare-view.tsx'
import { CompareWith } from './compare-with.tsx'
import { CodeView } from './code-view.tsx'
import { JsonView } from './json-view.tsx'
import { PagePane } from './page-pane.tsx'
import { PageWords } from './page-words.tsx'
import { RecordView } from './record-view.tsx'
import { SelectorView } from './selector-view.tsx'
import { close, isComparing, other, readAs, showImages, type Origin, type Shown } from './state.ts'
import { titleOf } from './title-of.ts'

const TABS = [
  { name: 'record', text: 'Fields' },
  { name: 'json', text: 'JSON' },
  { name: 'code', text: 'Code' },
  { name: 'selector', text: 'Try a selector' },
  { name: 'case', text: 'Golden case' },
] as const

/** On the port of operators, there is no service that programs could ask. */
const shownTabs = (): (typeof TABS)[number][] => TABS.filter(({ name }) => name !== 'code' || !isForOperators())

/** A page, and next to it its record. */
export function ShownPage({ shown }: { readonly shown: Shown }) {
  return (
    <>
      <Heading shown={shown} />
      {isComparing.value && <CompareWith />}
      {other.value === null ? <PageAndRecord shown={shown} /> : <CompareView before={shown} after={other.value} />}
    </>
  )
}

function PageAndRecord({ shown }: { readonly shown: Shown }) {
  const tab = useSignal<(typeof TABS)[number]['name']>('record')
  return (
    <div class="panes">
      <section class="left" aria-label="The page">
        <PagePane
          key={`${shown.reading.id} ${shown.keepsImages}`}
          page={shown.reading.page}
          provenance={shown.provenance}
          hasImages={shown.keepsImages}
        />
      </section>
      <section class="right" aria-label="What was read">
        <Tabs label="What was read" tabs={shownTabs()} chosen={tab.value} onChoose={(name) => (tab.value = name)}>
          {tab.value === 'record' && <RecordView shown={shown} />}
          {tab.value === 'selector' && <SelectorView shown={shown} />}
          {tab.value === 'json' && <JsonView shown={shown} />}
          {tab.value === 'case' && <CaseView shown={shown} />}
          {tab.value === 'code' && <CodeView shown={shown} />}
        </Tabs>
      </section>
    </div>
  )
}

/** What else is known of where a page is from. */
function factsOf(origin: Origin): readonly (readonly [name: string, value: string])[] {
  if (origin.kind === 'service') return origin.facts
  return origin.kind === 'sample' ? [['kept', formatMoment(origin.sample.atMs)]] : []
}

const milliseconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

function Heading({ shown }: { readonly shown: Shown }) {
  const { extraction, size, elapsedMs } = shown.reading
  const { kind, domain, evidence, isCut, issues } = extraction
  const facts = factsOf(shown.origin)
  return (
    <header class="stack tight">
      <div class="row apart">
        <h1 class="clip">
          <PageWords text={titleOf(shown)} />
        </h1>
        <div class="row">
          {other.value === null && <Button text="Compare" onClick={() => (isComparing.value = true)} />}
          <Button text="Another page" onClick={close} />
        </div>
      </div>
      <ul class="facts-row" aria-label="About the page">
        <li>
          <span class={extraction.record === null ? 'tag' : 'tag good'}>{kind.replaceAll('_', ' ')}</span>{' '}
          <span class="quiet" title="What decided the kind of the page">
            {evidence}
          </span>
        </li>
        {domain !== null && <li>amazon.{domain}</li>}
        <li>
          {formatSize(size)}, read in {milliseconds.format(elapsedMs)} ms
        </li>
        {isCut && (
          <li>
            <span class="tag bad" title="It ends too early: what came after is missing">
              cut
            </span>
          </li>
        )}
        {issues.length > 0 && (
          <li>
            <span class="tag bad">
              {formatNumber(issues.length)} {issues.length === 1 ? 'issue' : 'issues'}
            </span>
          </li>
        )}
        {facts.map(([name, value]) => (
          <li key={name}>
            <span class="quiet">{name}</span> {value}
          </li>
        ))}
      </ul>
      <RecordChoice shown={shown} />
      <ImagesChoice shown={shown} />
    </header>
  )
}

/** Which record is read, where pages of the kind hold several, as those of products hold reviews and offers. */
function RecordChoice({ shown: { reading } }: { readonly shown: Shown }) {
  const facts = recordsOfKind(reading.extraction.kind)
  if (facts.length < 2) return null
  return (
    <label class="small quiet record-choice">
      Read from this page{' '}
      <Select
        options={facts.map(({ name, title }) => [name, title])}
        value={reading.record ?? ''}
        onChange={(name) => void readAs(requireFacts(name).name)}
      />
    </label>
  )
}

function ImagesChoice({ shown }: { readonly shown: Shown }) {
  const { origin, keepsImages } = shown
  if (origin.kind === 'sandbox') return <p class="small quiet">A simulated page, made and read in this browser.</p>
  return (
    <div class="small quiet choice">
      <Check
        label="Load its images and styles"
        checked={keepsImages}
        onCheck={(isChecked) => void showImages(isChecked)}
      />{' '}
      {keepsImages
        ? 'from the servers of the shop, which see your address.'
        : 'Without them, no other server is asked, and the page looks plain.'}{' '}
      Scripts never run.
    </div>
  )
}
