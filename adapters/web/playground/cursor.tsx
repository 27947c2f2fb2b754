import { useSignal } from '@preact/signals'
import type { TargetedKeyboardEvent } from 'preact'
import { useMemo } from 'preact/hooks'
import { findMark, type FrameElements, type Mark } from './frame.ts'
import type { ProvenanceView } from './provenance.ts'
import { focusEntry } from './scroll-to-entry.ts'
import { chosen, pointed, unpoint } from './state.ts'

interface CursorProps {
  readonly layout: { readonly elements: FrameElements }
  readonly provenance: ProvenanceView
}

/** An element of the page that gave values. */
interface Stop {
  readonly paths: readonly string[]
  readonly mark: Mark
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowRight: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Goes with the keyboard from one element that gave a value to the next, in the order of the page. Enter opens its field. */
export function Cursor({ layout, provenance }: CursorProps) {
  const at = useSignal(0)
  const stops = useMemo(() => findStops(layout.elements, provenance), [layout])
  const stop = stops[at.value] ?? stops[0]
  if (stop === undefined) return null
  const { left, top, width, height } = stop.mark
  const point = (): void => {
    pointed.value = { paths: (stops[at.value] ?? stop).paths, within: 'page' }
  }
  const press = (event: TargetedKeyboardEvent<HTMLButtonElement>): void => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    at.value = step(at.value, stops.length)
    point()
    const { currentTarget } = event
    requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }))
  }
  const open = (): void => {
    const [path] = stop.paths
    if (path === undefined) return
    chosen.value = path
    requestAnimationFrame(() => focusEntry(path))
  }
  return (
    <button
      type="button"
      class="cursor"
      style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }}
      aria-label={`Element ${at.value + 1} of ${stops.length}: ${stop.paths.join(', ')}`}
      aria-description="Arrow keys go to the next element, Enter opens its field."
      onKeyDown={press}
      onFocus={point}
      onBlur={unpoint}
      onClick={open}
    />
  )
}

/** Elements that the page shows, and that gave values. Order: of the page. */
function findStops(elements: FrameElements, { pathsOf }: ProvenanceView): readonly Stop[] {
  const positions = [...pathsOf.keys()].toSorted((left, right) => left - right)
  return positions.flatMap((position) => {
    const element = elements.get(position)
    const mark = element === undefined ? null : findMark(element)
    return mark === null || mark.isAround ? [] : [{ paths: pathsOf.get(position) ?? [], mark }]
  })
}
