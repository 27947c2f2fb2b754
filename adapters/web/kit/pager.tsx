import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'

interface PagerProps {
  /** What the pages have, for screen readers: `items`. */
  readonly of: string
  readonly names?: readonly [back: string, next: string]
  /** Absent: null, this is the first page. */
  readonly onBack: (() => void) | null
  /** Absent: null, this is the last page. */
  readonly onNext: (() => void) | null
  readonly children?: ComponentChildren
}

/** Turns pages, where there are several. */
export function Pager({ of, names: [back, next] = ['Back', 'Next'], onBack, onNext, children }: PagerProps) {
  if (onBack === null && onNext === null) return null
  return (
    <nav class="row" aria-label={`Pages of ${of}`}>
      <Button text={back} onClick={() => onBack?.()} disabled={onBack === null} />
      {children}
      <Button text={next} onClick={() => onNext?.()} disabled={onNext === null} />
    </nav>
  )
}

/** Pages that each name the next one by a cursor. */
export function usePages<Cursor>() {
  const cursors = useSignal<readonly Cursor[]>([])
  const { value } = cursors
  return {
    /** Where the page begins. Absent: undefined, it is the first. */
    cursor: value.at(-1),
    /** Turns the pages of a `Pager`. `next`: null, there is none. */
    turnTo: (next: Cursor | null) => ({
      onBack: value.length === 0 ? null : () => (cursors.value = value.slice(0, -1)),
      onNext: next === null ? null : () => (cursors.value = [...value, next]),
    }),
  }
}
