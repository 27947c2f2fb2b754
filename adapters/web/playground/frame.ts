import { POSITION } from './reader/position.ts'
import type { PrintedPage } from './reader/print-page.ts'

/** Elements of a page that is shown in a frame, by their positions. */
export type FrameElements = ReadonlyMap<number, Element>

/** How long slices of a page are put in before the browser may do other work. Unit: ms. */
const TURN_MS = 16

/**
 * Puts a page into the document of a frame, slice by slice, so that a large page does not block the window.
 *
 * Absent: null, the page is not wanted any more.
 */
export async function fillFrame(
  document: Document,
  { attributes, slices, style }: PrintedPage,
  isWanted: () => boolean,
): Promise<FrameElements | null> {
  const { documentElement: root } = document
  // HTML that is put into a root does not change the root itself.
  for (const [name, value] of attributes) root.setAttribute(name, value)
  let turnEndsMs = performance.now() + TURN_MS
  for (const { parent, html } of slices) {
    if (parent === null) {
      root.innerHTML = html
      addStyle(document, style)
    } else document.querySelector(`[${POSITION}="${parent}"]`)?.insertAdjacentHTML('beforeend', html)
    if (performance.now() < turnEndsMs) continue
    await nextTurn()
    if (!isWanted()) return null
    turnEndsMs = performance.now() + TURN_MS
  }
  const elements = [...root.querySelectorAll(`[${POSITION}]`)]
  return new Map(elements.map((element) => [Number(element.getAttribute(POSITION)), element]))
}

function addStyle(document: Document, text: string): void {
  const style = document.createElement('style')
  style.textContent = text
  document.head.append(style)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

const POSITIONED: ReadonlySet<string> = new Set(['fixed', 'absolute', 'sticky'])
/** Share of the width and of the height of a window from which an element covers the page. */
const COVERING = 0.9

/**
 * Hides what would lie over the page: sheets behind dialogs that a script closes, and dialogs as large as the window.
 * `windowHeight`: of the window that the page was made for, in px. The frame is as high as the page.
 */
export function hideCovers({ body, defaultView }: Document, windowHeight: number): void {
  if (defaultView === null) return
  const isCover = (element: Element): boolean => {
    if (!POSITIONED.has(defaultView.getComputedStyle(element).position)) return false
    const { width, height } = element.getBoundingClientRect()
    return width >= COVERING * body.clientWidth && height >= COVERING * windowHeight
  }
  const ownText = body.textContent.length
  for (const element of body.querySelectorAll<HTMLElement>(':scope :empty, :scope > *')) {
    if (element.textContent.length > ownText / 2 || !isCover(element)) continue
    element.style.setProperty('display', 'none', 'important')
  }
}

/** Where an element is in its page. Unit: px. */
export interface Mark {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The page does not show the element itself: it is an element around it. */
  readonly isAround: boolean
}

/** Smaller elements are texts for screen readers, which are cut off. Unit: px. */
const MIN_SIZE = 4

/** Finds where an element is. Absent: null, the page shows nothing of it. */
export function findMark(element: Element): Mark | null {
  const { body } = element.ownerDocument
  for (let shown: Element | null = element; shown !== null && shown !== body; shown = shown.parentElement) {
    const { left, top, width, height } = shown.getBoundingClientRect()
    if (width < MIN_SIZE || height < MIN_SIZE) continue
    return { left, top, width, height, isAround: shown !== element }
  }
  return null
}

/** The position of the innermost element at a point that gave a value. Absent: null. */
export function findAt(
  document: Document,
  x: number,
  y: number,
  isMarked: (position: number) => boolean,
): number | null {
  for (let element = document.elementFromPoint(x, y); element !== null; element = element.parentElement) {
    const text = element.getAttribute(POSITION)
    if (text !== null && isMarked(Number(text))) return Number(text)
  }
  return null
}
