import { Element, Text, type ChildNode, type ParentNode } from '../html/node.ts'
import { clipText, MAX_TEXT } from './clip.ts'
import { foldLines, foldSpace } from './fold-space.ts'
import { hidesItself } from './visibility.ts'

/** Elements whose content is no text of the page. */
const SILENT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'select',
  'textarea',
  'iframe',
  'object',
  'svg',
])

/** Elements that stand on lines of their own. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
)
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'caption'])

/** Classes of text for screen readers. */
const OFFSCREEN: ReadonlySet<string> = new Set([
  'a-offscreen',
  'aok-offscreen',
  'a-icon-alt',
  'visually-hidden',
  'screen-reader-only',
])

export interface ReadTextOptions {
  /** An element inside that is passed over with all it holds. */
  readonly skip?: ((element: Element) => boolean) | undefined
}

/**
 * Text of an element as a reader sees it, on one line: without scripts, styles,
 * what the page hides, tooltips, and what is meant for screen readers. The
 * element itself is read even where it is one of these. `MAX_TEXT` at most.
 */
export function readText(element: ParentNode, options: ReadTextOptions = {}): string {
  return foldSpace(collectText(element, ' ', options))
}

/** The same, one line for each paragraph, list item, row or `<br>`. */
export function readLines(element: ParentNode, options: ReadTextOptions = {}): string {
  return foldLines(collectText(element, '\n', options))
}

/** Text that stands in an element directly, not in elements inside of it. */
export function readOwnText(element: Element): string {
  let text = ''
  for (let node = element.firstChild; node !== null && text.length < MAX_TEXT; node = node.next) {
    if (node instanceof Text) text += node.data
  }
  return foldSpace(clipText(text))
}

/** Whether a reader sees no text in an element that stands inside of another. */
function isSilent(element: Element): boolean {
  return (
    SILENT.has(element.name) ||
    element.attributeList.classNames.some((name) => OFFSCREEN.has(name)) ||
    hidesItself(element)
  )
}

function collectText(root: ParentNode, lineBreak: '\n' | ' ', { skip }: ReadTextOptions): string {
  const { firstChild } = root
  // Most elements that are read hold one text.
  if (firstChild instanceof Text && firstChild.next === null) return clipText(firstChild.data).replaceAll('\n', ' ')
  let text = ''
  /** What is still to be read, the next last: nodes, and what follows an element. */
  const rest: (ChildNode | string)[] = []
  pushChildren(root, rest)
  for (let item = rest.pop(); item !== undefined && text.length < MAX_TEXT; item = rest.pop()) {
    if (typeof item === 'string') text += item
    else if (item instanceof Text) text += clipText(item.data).replaceAll('\n', ' ')
    else if (item instanceof Element) {
      if (item.name === 'br') text += lineBreak
      else if (!isSilent(item) && !skip?.(item)) {
        const edge = edgeOf(item, lineBreak)
        text += edge
        rest.push(edge)
        pushChildren(item, rest)
      }
    }
  }
  return clipText(text)
}

function pushChildren(element: ParentNode, stack: (ChildNode | string)[]): void {
  for (let child = element.lastChild; child !== null; child = child.prev) stack.push(child)
}

/** What parts an element's text from that around it. */
function edgeOf(element: Element, lineBreak: string): string {
  if (BLOCKS.has(element.name)) return lineBreak
  return CELLS.has(element.name) ? ' ' : ''
}
