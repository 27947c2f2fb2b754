import { useSignal, useSignalEffect, type Signal } from '@preact/signals'
import type { ComponentChildren, RefObject, TargetedPointerEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { findBase } from '../kit/base.ts'
import { fillFrame, findAt, findMark, hideCovers, type FrameElements } from './frame.ts'
import { Cursor } from './cursor.tsx'
import { Marks } from './marks.tsx'
import { elementsOf, fieldOfChange, findStart, type ProvenanceView } from './provenance.ts'
import type { PrintedPage } from './reader/print-page.ts'
import { scrollToEntry } from './scroll-to-entry.ts'
import { chosen, pointed, tried, unpoint } from './state.ts'

/** A page that is laid out in its frame. */
export interface Layout {
  readonly document: Document
  readonly elements: FrameElements
  /** Unit: px. */
  readonly height: number
}

/** Height of the frame until the page is laid out: parts of pages are as high as their window. Unit: px. */
const FIRST_HEIGHT = 600
const MAX_HEIGHT = 60_000
/** Least width at which a page is laid out; it is scaled down to the pane. Unit: px. */
const MIN_WIDTH = { plain: 480, styled: 1000 }
/** A page that is scaled down more can't be read: the pane scrolls sideways instead. */
const MIN_SCALE = 0.5

interface PaneProps {
  readonly page: PrintedPage
  readonly provenance: ProvenanceView
  /** Whether the page may load its images and styles. */
  readonly hasImages: boolean
  /** Tells it from another page, for screen readers. Default: it is the only one. */
  readonly label?: string
}

/**
 * The page, without its scripts. The frame is as high as the page, so that this pane scrolls and not the frame; a glass
 * over it takes the pointer, so that no link is followed, and shows the marks.
 */
export function PagePane({ page, provenance, hasImages, label = 'The page' }: PaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const width = useWidth(pane)
  const layout = useSignal<Layout | null>(null)
  const observer = useRef<ResizeObserver | null>(null)
  useEffect(() => () => observer.current?.disconnect(), [])
  const pageWidth = Math.max(width.value, page.isStyled ? MIN_WIDTH.styled : MIN_WIDTH.plain)
  const scale = width.value === 0 ? 1 : Math.max(MIN_SCALE, width.value / pageWidth)
  const height = layout.value?.height ?? FIRST_HEIGHT
  useStart(pane, layout, scale, provenance)
  useScrollToMark(pane, layout, scale, provenance)

  const fill = async (document: Document | null): Promise<void> => {
    if (document === null) return
    const elements = await fillFrame(document, page, () => pane.current !== null)
    if (elements === null) return
    const measure = (): void => {
      if (page.isStyled) hideCovers(document, FIRST_HEIGHT)
      layout.value = { document, elements, height: Math.min(document.documentElement.scrollHeight, MAX_HEIGHT) }
    }
    // Images that arrive, and a pane of another width, move what is marked.
    observer.current = new ResizeObserver(measure)
    observer.current.observe(document.body)
    measure()
  }
  const find = (x: number, y: number): readonly string[] => {
    if (layout.value === null) return []
    const position = findAt(layout.value.document, x / scale, y / scale, (other) => provenance.pathsOf.has(other))
    return position === null ? [] : (provenance.pathsOf.get(position) ?? [])
  }
  return (
    <div class="page-pane" ref={pane} tabIndex={0} role="region" aria-label={`${label}, without its scripts`}>
      <div class="paper" style={{ width: `${pageWidth * scale}px`, height: `${Math.ceil(height * scale)}px` }}>
        <div class="scaled" style={{ width: `${pageWidth}px`, height: `${height}px`, transform: `scale(${scale})` }}>
          <iframe
            title={label}
            tabIndex={-1}
            sandbox="allow-same-origin"
            src={`${findBase()}/playground/frame${hasImages ? '?images' : ''}`}
            onLoad={({ currentTarget }) => void fill(currentTarget.contentDocument)}
          />
          <Glass find={find}>
            {layout.value !== null && (
              <>
                <Marks layout={layout.value} provenance={provenance} />
                <Cursor layout={layout.value} provenance={provenance} />
              </>
            )}
          </Glass>
        </div>
      </div>
    </div>
  )
}

interface GlassProps {
  /** The paths at a point of the glass. */
  readonly find: (x: number, y: number) => readonly string[]
  readonly children: ComponentChildren
}

/** Lies over the page. Pointing at an element names its fields, a click opens the first. */
function Glass({ find, children }: GlassProps) {
  const findAtPointer = ({ currentTarget, clientX, clientY }: TargetedPointerEvent<HTMLDivElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return find(clientX - left, clientY - top)
  }
  const point = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const paths = findAtPointer(event)
    if (paths.join() !== pointed.value.paths.join()) pointed.value = { paths, within: 'page' }
  }
  const choose = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const [path] = findAtPointer(event)
    if (path === undefined) return
    chosen.value = path
    requestAnimationFrame(() => scrollToEntry(path))
  }
  return (
    <div class="glass" onPointerMove={point} onPointerLeave={unpoint} onPointerUp={choose}>
      {children}
    </div>
  )
}

/** Width of the content of an element. Unit: px. */
function useWidth(element: RefObject<HTMLElement | null>): Signal<number> {
  const width = useSignal(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => (width.value = Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return width
}

/** Space above what the page starts at. Unit: px. */
const MARGIN = 12

/** Scrolls to what the page is about, when it is laid out for the first time. */
function useStart(
  pane: RefObject<HTMLElement | null>,
  layout: Signal<Layout | null>,
  scale: number,
  provenance: ProvenanceView,
): void {
  const isStarted = useRef(false)
  useEffect(() => {
    if (layout.value === null || pane.current === null || isStarted.current) return
    isStarted.current = true
    const element = layout.value.elements.get(findStart(provenance) ?? NOWHERE)
    const mark = element === undefined ? null : findMark(element)
    if (mark !== null && chosen.value === null) pane.current.scrollTop = mark.top * scale - MARGIN
  }, [layout.value])
}

const NOWHERE = -1

/** Part of the pane above a mark that is scrolled to. */
const ABOVE = 0.3

/** Scrolls to the first element of the field that the person points at in the record, unless it is in sight. */
function useScrollToMark(
  pane: RefObject<HTMLElement | null>,
  layout: Signal<Layout | null>,
  scale: number,
  provenance: ProvenanceView,
): void {
  const current = useRef(scale)
  current.current = scale
  useSignalEffect(() => {
    const { paths, within } = pointed.value
    const path = paths[0] ?? chosen.value
    const own = path === null ? [] : elementsOf(provenance, fieldOfChange(provenance, path))
    const positions = paths.length === 0 && tried.value.length > 0 ? tried.value : own
    if (within === 'page' || layout.value === null || pane.current === null) return
    const [element] = positions.flatMap((position) => layout.value?.elements.get(position) ?? [])
    const mark = element === undefined ? null : findMark(element)
    if (mark === null) return
    const { scrollTop, clientHeight } = pane.current
    const [top, bottom] = [mark.top * current.current, (mark.top + mark.height) * current.current]
    const isInSight = top >= scrollTop && Math.min(bottom, top + clientHeight / 2) <= scrollTop + clientHeight
    if (!isInSight) pane.current.scrollTop = top - clientHeight * ABOVE
    pane.current.scrollLeft = mark.left * current.current - pane.current.clientWidth * ABOVE
  })
}
