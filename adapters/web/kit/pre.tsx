/** A text as it is, which scrolls by itself. `label`: what it is, for screen readers. */
export function Pre({
  label,
  text,
  class: name,
}: {
  readonly label: string
  readonly text: string
  readonly class?: string
}) {
  return (
    <pre class={name} tabIndex={0} aria-label={label}>
      {text}
    </pre>
  )
}
