/** Why something failed. Absent: null, it did not. */
export function Problem({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p class="notice bad" role="alert">
      {text}
    </p>
  )
}

interface SaidProps {
  /** Absent: null, nothing is said. */
  readonly text: string | null
  readonly isBad?: boolean
}

/** What was done, also for screen readers. */
export function Said({ text, isBad = false }: SaidProps) {
  return <div role="status">{text !== null && <p class={isBad ? 'notice bad' : 'notice'}>{text}</p>}</div>
}
