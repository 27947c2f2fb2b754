import { POSITION } from './reader/print-page.ts'

/** Elements of a page that is shown in a frame, by their positions. */
export type FrameElements = ReadonlyMap<number, Element>

/** Puts a page into the document of a frame. */
export function fillFrame({ documentElement: root }: Document, html: string): FrameElements {
  root.innerHTML = html
  // A page without its style sheets would have the font of a browser.
  root.style.font = '14px/1.4 Arial, sans-serif'
  const elements = [...root.querySelectorAll(`[${POSITION}]`)]
  return new Map(elements.map((element) => [Number(element.getAttribute(POSITION)), element]))
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
