import type { ComponentChildren } from 'preact'
import { chosen, pointed, unpoint } from './state.ts'

interface EntryButtonProps {
  /** Field or card of the record. */
  readonly path: string
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

/** The line of a field or a card: opens and closes it, and marks its elements while it is pointed at. */
export function EntryButton({ path, isOpen, children }: EntryButtonProps) {
  const point = (): void => {
    pointed.value = { paths: [path], within: 'record' }
  }
  return (
    <button
      type="button"
      class="entry"
      aria-expanded={isOpen}
      onClick={() => (chosen.value = isOpen ? null : path)}
      onPointerEnter={point}
      onPointerLeave={unpoint}
      onFocus={point}
      onBlur={unpoint}
    >
      {children}
    </button>
  )
}
