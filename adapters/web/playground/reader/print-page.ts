import type { Page } from '../../../../core/index.ts'
import { PagePrinter, type PageSlice } from './page-printer.ts'
import { markColumns, PLAIN_STYLE } from './plain-style.ts'
import { POSITION } from './position.ts'

/** Begins the name of an attribute whose address is kept, and not followed. */
const ADDRESS = `${POSITION}-`

/** Element, text, or another node of a page. */
type Node = Page['document']['childNodes'][number]
type Element = Page['elements']['all'][number]

/** Elements that are left out, with what is in them: they run, load, or replace parts of a page. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'script noscript template iframe frame frameset object embed applet base meta portal audio video source track title plaintext xmp noembed noframes'.split(
    ' ',
  ),
)
/** Elements without an end tag. */
const VOID: ReadonlySet<string> = new Set('area br col hr img input link wbr'.split(' '))
/** Attributes that load something or act. A style sheet of a `<link>` and an image are kept for those who want them. */
const NO_ATTRIBUTE =
  /^(?:on.*|srcdoc|action|formaction|ping|background|autofocus|autoplay|contenteditable|target|download|data-shelfmark.*)$/
const LOADING = /^(?:src|srcset|href|xlink:href|poster|imagesrcset)$/
/** Elements that show what their address names. */
const SHOWS: ReadonlySet<string> = new Set(['img', 'link'])
const DATA_IMAGE = /^data:image\/(?:png|gif|jpeg|webp|avif)[;,]/i
const REMOTE_IN_STYLE = /url\(\s*['"]?(?!data:)[^)]*\)|@import[^;]*;?/gi

/** Size of a slice. A browser takes a few milliseconds for it. Unit: characters. */
const SLICE_SIZE = 64 * 1024

/** A page as HTML that shows it and does nothing: no script, frame, form target or address that is followed by itself. */
export interface PrintedPage {
  /** Attributes of its root: its language and direction, among others. */
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** Its content. Order: as they are put into a document. */
  readonly slices: readonly PageSlice[]
  /** Whether it is shown with its own styles. Otherwise, `style` gives the blocks that are known their places. */
  readonly isStyled: boolean
  /** Style sheet that is added to the page. */
  readonly style: string
}

export interface PrintOptions {
  /** Keeps the addresses of images and style sheets, which the browser then loads. Default: false. */
  readonly keepsImages?: boolean
}

/** How the nodes of a page are printed. */
interface Way {
  readonly keepsImages: boolean
  /** Whether the styles that the page has in itself are kept. */
  readonly keepsStyles: boolean
  /** Attributes that are added to elements. */
  readonly added: ReadonlyMap<Element, readonly [name: string, value: string]>
  readonly printer: PagePrinter
}

/**
 * Prints a page, each element with its position. A page that links to style sheets which are not loaded has only some
 * of its styles in itself: it is printed without any.
 */
export function printPage(page: Page, { keepsImages = false }: PrintOptions = {}): PrintedPage {
  // Numbers the elements, if no selector has.
  const [root] = page.elements.all
  const isStyled = keepsImages || hasAllStyles(page)
  const printer = new PagePrinter(SLICE_SIZE)
  const way = { keepsImages, keepsStyles: isStyled, added: isStyled ? new Map() : markColumns(page), printer }
  for (const node of page.document.childNodes) printNode(node, way)
  return {
    attributes: root === undefined ? [] : toAttributes(root, way),
    slices: printer.finish(),
    isStyled,
    style: isStyled ? '' : PLAIN_STYLE,
  }
}

/** Whether a page has styles, and all that it uses. */
function hasAllStyles({ elements }: Page): boolean {
  return elements.withName('style').length > 0 && !elements.withName('link').some(isStyleSheet)
}

/** Prints a node with everything in it. Its depth is limited by the parser. */
function printNode(node: Node, way: Way): void {
  const { printer } = way
  if (node.type === 'text') {
    printer.write(escapeText(node.data))
    return
  }
  if (node.type !== 'tag' && node.type !== 'script' && node.type !== 'style') return
  if (LEFT_OUT.has(node.name) || !isNameOfTag(node.name)) return
  if (node.name === 'link' && !(way.keepsImages && isStyleSheet(node))) return
  if (node.name === 'style' && !way.keepsStyles) return
  printer.write(`<${node.name}${printAttributes(node, way)}>`)
  if (VOID.has(node.name)) return
  printer.enter(node)
  if (node.name === 'style') printer.write(printStyle(node, way))
  else
    for (const child of node.childNodes) {
      printNode(child, way)
      printer.mayEndSlice()
    }
  printer.leave()
}

const TAG_NAME = /^[a-z][a-z0-9:-]*$/i

/** A name with other characters would not be read again as the name. */
function isNameOfTag(name: string): boolean {
  return TAG_NAME.test(name)
}

function isStyleSheet({ attributeList }: Element): boolean {
  return /\bstylesheet\b/i.test(attributeList.get('rel') ?? '')
}

const ATTRIBUTE_NAME = /^[^\s"'<>/=]+$/

function printAttributes(element: Element, way: Way): string {
  const added = way.added.get(element)
  const attributes = [...toAttributes(element, way), ...(added === undefined ? [] : [added])]
  const all = attributes.map(([name, value]) => ` ${name}="${escapeValue(value)}"`)
  return ` ${POSITION}="${element.order}"${all.join('')}`
}

/** The attributes of an element that are kept, as they are printed. */
function toAttributes(element: Element, { keepsImages }: Way): [name: string, value: string][] {
  return element.attributes.flatMap(({ name, value }) => {
    if (!ATTRIBUTE_NAME.test(name) || NO_ATTRIBUTE.test(name)) return []
    const isFollowed = !LOADING.test(name) || (SHOWS.has(element.name) && (keepsImages || DATA_IMAGE.test(value)))
    const shown = name === 'style' ? toStyle(value, keepsImages) : value
    return [[isFollowed ? name : ADDRESS + name.replace('xlink:', ''), shown]]
  })
}

/** The text of a style sheet, which can't contain its end tag. */
function printStyle(style: Element, { keepsImages }: Way): string {
  const text = style.childNodes.map((node) => (node.type === 'text' ? node.data : '')).join('')
  return toStyle(text, keepsImages).replaceAll('</', '<\\/')
}

function toStyle(text: string, keepsImages: boolean): string {
  return keepsImages ? text : text.replace(REMOTE_IN_STYLE, 'none')
}

const NBSP = '\u00a0'

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll(NBSP, '&nbsp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeValue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll(NBSP, '&nbsp;').replaceAll('"', '&quot;')
}
