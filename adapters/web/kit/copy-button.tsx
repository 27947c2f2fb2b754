import { useSignal } from '@preact/signals'

/** How long a button says that the text was copied. Unit: ms. */
const SAID_MS = 1500

/** Copies a text to the clipboard. `name`: what is copied, for screen readers. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const said = useSignal<'Copy' | 'Copied' | 'Not copied'>('Copy')
  const copy = (): void => {
    navigator.clipboard
      .writeText(text)
      .then(
        () => (said.value = 'Copied'),
        () => (said.value = 'Not copied'),
      )
      .finally(() => setTimeout(() => (said.value = 'Copy'), SAID_MS))
  }
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">{said}</span>
      <span class="unseen"> {name}</span>
    </button>
  )
}

/** A code, and a button that copies it. */
export function CopyCode({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <span class="row">
      <code>{text}</code> <CopyButton text={text} name={name} />
    </span>
  )
}
