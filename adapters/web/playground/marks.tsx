import { useMemo } from 'preact/hooks'
import { fieldOfPath } from '../../../core/index.ts'
import { findMark, type Mark } from './frame.ts'
import { elementsOf, fieldOfChange, type ProvenanceView } from './provenance.ts'
import { chosen, pointed, tried } from './state.ts'

/** An element of the page with its place, and its position. */
interface MarkedElement {
  readonly position: number
  readonly mark: Mark
}

interface MarksProps {
  readonly layout: { readonly elements: ReadonlyMap<number, Element> }
  readonly provenance: ProvenanceView
}

/** Outlines of all elements that gave a value, and the marks of the fields that the person points at or has opened. */
export function Marks({ layout, provenance }: MarksProps) {
  const { paths } = pointed.value
  const locate = (positions: Iterable<number>): MarkedElement[] =>
    [...positions].flatMap((position) => {
      const element = layout.elements.get(position)
      const mark = element === undefined ? null : findMark(element)
      return mark === null ? [] : { position, mark }
    })
  const outlines = useMemo(
    () => <Outlines elements={locate(provenance.pathsOf.keys())} provenance={provenance} />,
    [layout],
  )
  const active = paths.length > 0 ? paths : chosen.value === null ? [] : [chosen.value]
  const marked = locate(new Set(active.flatMap((path) => [...elementsOf(provenance, fieldOfChange(provenance, path))])))
  const names = active.filter((path) => provenance.rows.every((row) => row.path !== path)).map(fieldOfPath)
  return (
    <div class="marks" data-paths={active.join(' ')}>
      {outlines}
      {locate(tried.value).map(({ position, mark }) => (
        <div
          key={`tried ${position}`}
          class={mark.isAround ? 'tried around' : 'tried'}
          data-element={position}
          style={toStyle(mark)}
        />
      ))}
      {marked.map(({ position, mark }, index) => (
        <div
          key={position}
          class={mark.isAround ? 'mark around' : 'mark'}
          data-element={position}
          style={toStyle(mark)}
        >
          {index === 0 && names.length > 0 && (
            <span class={mark.top < LABEL_HEIGHT ? 'names below' : 'names'}>{names.join(', ')}</span>
          )}
        </div>
      ))}
    </div>
  )
}

/** Unit: px. */
const LABEL_HEIGHT = 24

function Outlines({
  elements,
  provenance,
}: {
  readonly elements: readonly MarkedElement[]
  readonly provenance: ProvenanceView
}) {
  const rows = new Map(provenance.rows.map((row) => [row.element, row]))
  return (
    <>
      {elements.map(({ position, mark }) => {
        const row = rows.get(position)
        if (mark.isAround || (row === undefined && rows.size > 0)) return null
        return (
          <div key={position} class={row?.isAd === true ? 'outline ad' : 'outline'} style={toStyle(mark)}>
            {row !== undefined && <span class="position">{row.label}</span>}
          </div>
        )
      })}
    </>
  )
}

function toStyle({ left, top, width, height }: Mark) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
}
