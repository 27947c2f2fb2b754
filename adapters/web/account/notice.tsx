import type { Signal } from '@preact/signals'

/** What went wrong. */
export function Problem({ of }: { readonly of: Signal<string | null> }) {
  if (of.value === null) return null
  return (
    <p class="notice bad" role="alert">
      {of.value}
    </p>
  )
}
