/** A text of any length, in one line. Pointing at it shows all of it. */
export function Cut({ text }: { readonly text: string }) {
  return (
    <span class="cut" dir="auto" title={text}>
      {text}
    </span>
  )
}
