import { Fragment } from 'preact'
import { languageOfPage, PageWords } from './page-words.tsx'

/** Longest text that is shown in a row. Unit: characters. */
const MAX_PREVIEW = 160

const counts = new Intl.PluralRules('en')

function count(amount: number, one: string, other: string): string {
  return `${amount} ${counts.select(amount) === 'one' ? one : other}`
}

/** A text, a number or a boolean in words. */
function printPlain(value: unknown): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A value in a line. */
export function previewOf(value: unknown): string {
  if (typeof value === 'string' && value.length > MAX_PREVIEW) return `${value.slice(0, MAX_PREVIEW)}…`
  if (typeof value !== 'object' || value === null) return printPlain(value)
  if (Array.isArray(value)) return value.length === 0 ? '–' : count(value.length, 'entry', 'entries')
  const entries = Object.entries(value)
  if (entries.length === 0) return '–'
  const first = entries.find(([, entry]) => typeof entry === 'string' || typeof entry === 'number')
  return first === undefined ? count(entries.length, 'member', 'members') : `${first[0]}: ${String(first[1])} …`
}

/** A value whole: a text as it is, a list or an object as a tree. */
export function Value({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') {
    return (
      <p class="whole" dir="auto" lang={languageOfPage()}>
        {value === '' ? '–' : value}
      </p>
    )
  }
  if (typeof value !== 'object' || value === null) return <p class="whole">{JSON.stringify(value)}</p>
  return <Tree value={value} />
}

function Tree({ value }: { readonly value: object }) {
  const entries = Object.entries(value) as [string, unknown][]
  if (entries.length === 0) return <p class="whole">–</p>
  return (
    <dl class="facts tree">
      {entries.map(([name, entry]) => (
        <Fragment key={name}>
          <dt dir="auto">{Array.isArray(value) ? Number(name) + 1 : name}</dt>
          <dd>
            {typeof entry === 'object' && entry !== null ? (
              <Tree value={entry} />
            ) : (
              <PageWords text={printPlain(entry)} />
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
