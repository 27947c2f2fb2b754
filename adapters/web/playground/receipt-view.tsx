import { useSignal } from '@preact/signals'
import { Button } from '../kit/button.tsx'
import { CopyButton } from '../kit/copy-button.tsx'
import { Problem } from '../kit/notice.tsx'
import { Pre } from '../kit/pre.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { findField, type Field } from './provenance.ts'
import type { Receipt } from './reader/protocol.ts'
import { printReceiptHash } from './receipt.ts'
import { askReader } from './reader/reader.ts'
import { shown } from './state.ts'

/** Makes the receipt of a value: what it was read from, to copy, and as a link. */
export function ReceiptOf({ field }: { readonly field: Field }) {
  const receipt = useSignal<Receipt | null>(null)
  const { problem, run } = useAction()
  const make = async (): Promise<void> => {
    const own = shown.value
    if (own === null) return
    const { path, value, source, elements } = field
    const simulated = own.origin.kind === 'sandbox' ? own.origin.page : null
    const given = { field: path, value, selector: source, position: elements[0] ?? null, simulated }
    receipt.value = await askReader('makeReceipt', own.reading.id, given)
  }
  if (problem !== null) return <Problem text={problem} />
  if (receipt.value === null) {
    return (
      <div>
        <Button text="Receipt" onClick={() => run(make)} />
      </div>
    )
  }
  const text = JSON.stringify(receipt.value, null, 2)
  const link = location.origin + location.pathname + printReceiptHash(receipt.value)
  return (
    <section class="stack tight" aria-label={`Receipt of ${field.name}`}>
      <div class="row apart">
        <a class="small" href={link}>
          Link to this receipt
        </a>
        <CopyButton text={text} name="the receipt" />
      </div>
      <Pre label="The receipt as JSON" text={text} />
    </section>
  )
}

/** The receipt that the address names, and whether the page that is shown agrees with it. */
export function NamedReceipt({ receipt }: { readonly receipt: Receipt }) {
  return (
    <section class="card stack tight" aria-label="Receipt">
      <h2>Receipt of {receipt.field}</h2>
      <Verdict receipt={receipt} />
      <Pre label="The receipt as JSON" text={JSON.stringify(receipt, null, 2)} />
    </section>
  )
}

function Verdict({ receipt }: { readonly receipt: Receipt }) {
  const own = shown.value
  const compare = async (): Promise<VerdictOf> => {
    if (own === null) return NO_PAGE
    const value = findField(own.provenance, receipt.field)?.value
    const given = { field: receipt.field, value, selector: null, position: null, simulated: null }
    return judge(receipt, await askReader('makeReceipt', own.reading.id, given))
  }
  const { text, isGood } = useLoaded(compare, [own?.reading.id, receipt]).value ?? NO_PAGE
  return (
    <p role="status" class={isGood === null ? 'quiet' : isGood ? 'notice' : 'notice bad'}>
      {text}
    </p>
  )
}

interface VerdictOf {
  readonly text: string
  /** Absent: null, there is no page to compare with. */
  readonly isGood: boolean | null
}

const NO_PAGE: VerdictOf = { text: 'Open its page to see whether the value is the same.', isGood: null }

/** Whether a page gives what a receipt says. `made`: the receipt of the page. */
function judge(receipt: Receipt, made: Receipt): VerdictOf {
  const isSameValue = JSON.stringify(made.value) === JSON.stringify(receipt.value)
  const value = `${isSameValue ? 'the same' : 'another'} value (${JSON.stringify(made.value) ?? 'none'})`
  const { sha256 } = receipt.page
  if (sha256 === null || made.page.sha256 === null) {
    return { text: `No hash to compare. The page gives ${value}.`, isGood: isSameValue }
  }
  if (sha256 !== made.page.sha256) return { text: `This is another page. It gives ${value}.`, isGood: false }
  const by = made.version === receipt.version ? '' : ` with ${made.version}`
  return { text: `This is the page of the receipt. It gives ${value}${by}.`, isGood: isSameValue }
}
