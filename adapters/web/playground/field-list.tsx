import type { ComponentChildren } from 'preact'
import { describeAbsence } from '../../describe-absence.ts'
import { describeContradiction } from '../../describe-contradiction.ts'
import { Candidates } from './candidates.tsx'
import { EntryButton } from './entry-button.tsx'
import { PageWords } from './page-words.tsx'
import { ReceiptOf } from './receipt-view.tsx'
import { previewOf, Value } from './value.tsx'
import type { Issue } from '../../../core/index.ts'
import type { Field } from './provenance.ts'
import { chosen, pointed } from './state.ts'

/** Fields with their values. A field that is open shows the candidates that were tried. */
export function FieldList({ fields, showsEmpty }: { readonly fields: readonly Field[]; readonly showsEmpty: boolean }) {
  return (
    <ul class="fields">
      {fields
        .filter(({ isEmpty, issue, path }) => showsEmpty || !isEmpty || issue !== null || path === chosen.value)
        .map((field) => (
          <FieldEntry key={field.path} field={field} />
        ))}
    </ul>
  )
}

function FieldEntry({ field }: { readonly field: Field }) {
  const { path, name, value, isEmpty, issue } = field
  const isOpen = chosen.value === path
  return (
    <li class={pointed.value.paths.includes(path) ? 'pointed' : ''} data-path={path}>
      <EntryButton path={path} isOpen={isOpen}>
        <code class="name">{breakable(name)}</code>
        <PageWords class={isEmpty ? 'value quiet' : 'value'} text={previewOf(value)} />
        {issue !== null && <span class="tag bad">{issue.problem}</span>}
        <span class={`from ${kindOf(field)}`} title={describeSource(field)}>
          <span class="unseen">{describeSource(field)}</span>
        </span>
      </EntryButton>
      {isOpen && (
        <div class="detail stack">
          {issue !== null && (
            <p class="notice bad">
              {ISSUES[issue.problem]} {issue.source !== '' && <code>{issue.source}</code>}{' '}
              {issue.text !== '' && <q dir="auto">{issue.text}</q>}
              {issue.reason !== undefined && ` ${describeContradiction(issue) ?? ''}.`}
            </p>
          )}
          <Value value={value} />
          <p class="small quiet">{describeSource(field)}</p>
          <Candidates field={field} />
          {!isEmpty && <ReceiptOf key={path} field={field} />}
        </div>
      )}
    </li>
  )
}

/** What an issue means, by its problem. */
const ISSUES: Readonly<Record<Issue['problem'], string>> = {
  missing: 'Every page should have this field.',
  unreadable: 'The page shows a value that could not be read.',
  'not delivered to this place': 'The shop does not deliver the product to the place that the page is for.',
  'for members only': 'The page shows no price for everybody: this is the price for members.',
  'left out': 'Blocks of the page look like rows, and are not read.',
  'results of another search': 'The page says that it shows the results of another search.',
  'the page is cut': 'The page ends too early.',
  inconsistent: 'The value contradicts another one, or can not be one.',
}

/** A name that a narrow window breaks after an underscore. */
function breakable(name: string): ComponentChildren {
  return name.split(/(?<=_)/).flatMap((part) => [part, <wbr key={part} />])
}

/** Where a value is from: an element of the page, anything else, or nothing. */
function kindOf({ elements, isEmpty }: Field): 'element' | 'other' | 'nothing' {
  if (isEmpty) return 'nothing'
  return elements.length > 0 ? 'element' : 'other'
}

const OTHER_FIELD = /^field: (.*)$/
const STATE = /^state: (.*)$/

function describeSource({ isEmpty, elements, source, absence }: Field): string {
  if (isEmpty) return absence === null ? 'The page does not show it.' : `No value: ${describeAbsence(absence)}.`
  if (source === null) return 'Follows from the record.'
  const [, field] = OTHER_FIELD.exec(source) ?? []
  if (field !== undefined) return `Follows from ${field}.`
  const [, key] = STATE.exec(source) ?? []
  if (key !== undefined) return `From the data of a script: ${key}`
  return elements.length > 0 ? `Read from ${source}` : `From: ${source}`
}
