import { Element, Text, type ChildNode, type Document, type ParentNode } from '../html/tree/node.ts'
import { isInside, nextSiblingElement } from '../html/tree/walk.ts'
import { clipText, MAX_TEXT } from './clip.ts'
import { foldLines, foldSpace } from './fold-space.ts'

/** How a site marks text that a reader does not see. */
export interface TextRules {
  /** Classes that hide an element. */
  readonly hiddenClasses: readonly string[]
  /** Classes of text for screen readers. */
  readonly screenReaderClasses: readonly string[]
  /** Class of a text that the page has shortened to fit. */
  readonly shortenedClass: string
  /** Class of the whole text next to it, which is read instead. */
  readonly wholeClass: string
  /** First part of the ids of elements whose style hides them until the page has loaded. */
  readonly shownOnLoadId: string
  /** Class of the content of a closed row, which a style hides until the visitor opens the row. */
  readonly closedClass: string
  /** Class of empty elements that are as wide as a space. */
  readonly spaceClass: string
}

/** `TextRules` with the classes as sets. */
export interface CompiledTextRules {
  readonly hiddenClasses: ReadonlySet<string>
  readonly screenReaderClasses: ReadonlySet<string>
  readonly shortenedClass: string
  readonly wholeClass: string
  readonly shownOnLoadId: string
  readonly closedClass: string
  readonly spaceClass: string
}

export function compileTextRules(rules: TextRules): CompiledTextRules {
  return {
    hiddenClasses: new Set(rules.hiddenClasses),
    screenReaderClasses: new Set(rules.screenReaderClasses),
    shortenedClass: rules.shortenedClass,
    wholeClass: rules.wholeClass,
    shownOnLoadId: rules.shownOnLoadId,
    closedClass: rules.closedClass,
    spaceClass: rules.spaceClass,
  }
}

/** Elements whose content is not text of the page. */
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

/** Elements that begin a new line. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
)
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'caption'])

const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Most pieces that are read of a text. A range of prices has less than ten. */
const MAX_PIECES = 40

export interface ReadTextOptions {
  /** Leaves out an element inside, with everything in it. */
  readonly skip?: ((element: Element) => boolean) | undefined
  /** Reads texts for screen readers too. Default: false. */
  readonly isSpoken?: boolean | undefined
}

/** The rules by which the elements of a document remember what hides them. */
const rulesOfDocuments = new WeakMap<Document, CompiledTextRules>()

/** Reads the text of a page's elements as a reader of the page sees it, by the rules of a site. */
export class PageText {
  private readonly rules: CompiledTextRules

  constructor(document: Document, rules: CompiledTextRules) {
    this.rules = rules
    const earlier = rulesOfDocuments.get(document)
    if (earlier === rules) return
    if (earlier !== undefined) forgetHiders(document)
    rulesOfDocuments.set(document, rules)
  }

  /**
   * Text of an element on one line, without scripts, styles, hidden elements
   * and text for screen readers. The element itself is read even if it is one
   * of these. At most `MAX_TEXT` characters.
   */
  read(element: ParentNode, options: ReadTextOptions = {}): string {
    return foldSpace(this.collect(element, ' ', options))
  }

  /** Same, with a line for each paragraph, list item, row and `<br>`. */
  readLines(element: ParentNode, options: ReadTextOptions = {}): string {
    return foldLines(this.collect(element, '\n', options))
  }

  /** Texts inside an element that are next to each other, one for each text node. At most `MAX_PIECES`. */
  readPieces(element: ParentNode): string[] {
    const pieces: string[] = []
    const rest: ChildNode[] = []
    pushChildren(element, rest)
    for (let node = rest.pop(); node !== undefined && pieces.length < MAX_PIECES; node = rest.pop()) {
      if (node instanceof Text) pieces.push(foldSpace(clipText(node.data)))
      else if (node instanceof Element && !this.isSilent(node)) pushChildren(node, rest)
    }
    return pieces.filter((piece) => piece !== '')
  }

  /** Whether the page hides an element by the element's own class, style or attribute. */
  hidesItself({ attributeList }: Element): boolean {
    const { classNames } = attributeList
    const { hiddenClasses, shownOnLoadId, closedClass } = this.rules
    for (let i = 0; i < classNames.length; i++) if (hiddenClasses.has(classNames[i] as string)) return true
    if (attributeList.has('hidden')) return true
    const style = attributeList.get('style')
    if (style === undefined || !HIDING_STYLE.test(style)) return false
    return !classNames.includes(closedClass) && attributeList.id?.startsWith(shownOnLoadId) !== true
  }

  /** Whether an element or one of its ancestors is hidden. Ancestors of `within` do not count, nor does `within`. */
  isHidden(element: Element, within: ParentNode | null = null): boolean {
    const hider = this.findHider(element)
    return hider !== null && (within === null || !isInside(within, hider))
  }

  /** The nearest hidden element: `element` or an ancestor. Elements remember it, because siblings share their ancestors. */
  private findHider(element: Element): Element | null {
    let hider: Element | null | undefined = undefined
    let top: ParentNode | null = element
    for (; top !== null && hider === undefined; top = top.parent) {
      if (top instanceof Element) hider = top.hider === undefined && this.hidesItself(top) ? top : top.hider
    }
    const found = hider ?? null
    for (let node: ParentNode | null = element; node !== top && node !== null; node = node.parent) {
      if (node instanceof Element) node.hider = found
    }
    return found
  }

  /** Whether an element inside another has no text for a reader. */
  private isSilent(element: Element, isSpoken = false): boolean {
    const { screenReaderClasses, shortenedClass, wholeClass } = this.rules
    const { classNames } = element.attributeList
    if (SILENT.has(element.name) || this.hidesItself(element)) return true
    // The page keeps the whole text for screen readers when it shows a shortened one.
    if (classNames.includes(wholeClass)) return false
    if (classNames.includes(shortenedClass)) return isNextToClass(element, wholeClass)
    return !isSpoken && classNames.some((name) => screenReaderClasses.has(name))
  }

  private isSpace({ firstChild, attributeList }: Element): boolean {
    return firstChild === null && attributeList.classNames.includes(this.rules.spaceClass)
  }

  private collect(root: ParentNode, lineBreak: '\n' | ' ', { skip, isSpoken }: ReadTextOptions): string {
    const { firstChild } = root
    // Most elements that are read contain a single text node.
    if (firstChild instanceof Text && firstChild.next === null) return clipLine(firstChild.data, lineBreak)
    let text = ''
    /** A stack of what is left to read: nodes, and the separator after an element. */
    const rest: (ChildNode | string)[] = []
    pushChildren(root, rest)
    for (let item = rest.pop(); item !== undefined && text.length < MAX_TEXT; item = rest.pop()) {
      if (typeof item === 'string') text += item
      else if (item instanceof Text) text += clipLine(item.data, lineBreak)
      else if (item instanceof Element) {
        if (item.name === 'br') text += lineBreak
        else if (!this.isSilent(item, isSpoken) && !skip?.(item)) {
          if (this.isSpace(item)) text += ' '
          const edge = edgeOf(item, lineBreak)
          text += edge
          rest.push(edge)
          pushChildren(item, rest)
        }
      }
    }
    return clipText(text)
  }
}

/** A text node's text, at most `MAX_TEXT` of it. Its own line breaks are spaces; a text of one line is folded anyway. */
function clipLine(text: string, lineBreak: '\n' | ' '): string {
  return lineBreak === ' ' ? clipText(text) : clipText(text).replaceAll('\n', ' ')
}

/** Text that is a direct child of an element, not inside its elements. */
export function readOwnText(element: Element): string {
  let text = ''
  for (let node = element.firstChild; node !== null && text.length < MAX_TEXT; node = node.next) {
    if (node instanceof Text) text += node.data
  }
  return foldSpace(clipText(text))
}

/** Whether the element before or after an element has a class. */
function isNextToClass(element: Element, className: string): boolean {
  let before = element.prev
  while (before !== null && !(before instanceof Element)) before = before.prev
  if (before?.attributeList.classNames.includes(className)) return true
  return nextSiblingElement(element)?.attributeList.classNames.includes(className) === true
}

function forgetHiders(document: Document): void {
  const rest: ParentNode[] = [document]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node instanceof Element) node.hider = undefined
    for (let child = node.firstChild; child !== null; child = child.next) if (child instanceof Element) rest.push(child)
  }
}

function pushChildren(element: ParentNode, stack: (ChildNode | string)[] | ChildNode[]): void {
  for (let child = element.lastChild; child !== null; child = child.prev) stack.push(child)
}

/** Separator between an element's text and the text around it. */
function edgeOf(element: Element, lineBreak: string): string {
  if (BLOCKS.has(element.name)) return lineBreak
  return CELLS.has(element.name) ? ' ' : ''
}
