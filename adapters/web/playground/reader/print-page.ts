import type { Page } from '../../../../core/index.ts'

/** Attribute with the position of an element, as attempts name it. */
export const POSITION = 'data-shelfmark'
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

export interface PrintOptions {
  /** Positions of the elements that get the attribute `POSITION`. */
  readonly positions: ReadonlySet<number>
  /** Keeps the addresses of images and style sheets, which the browser then loads. Default: false. */
  readonly keepsImages?: boolean
}

/** A page as HTML that shows it and does nothing: no script, frame, form target or address that is followed by itself. */
export function printPage(page: Page, options: PrintOptions): string {
  // Numbers the elements, if no selector has.
  void page.elements.all
  const parts: string[] = []
  for (const node of page.document.childNodes) printNode(node, options, parts)
  return parts.join('')
}

/** Prints a node with everything in it. Its depth is limited by the parser. */
function printNode(node: Node, options: PrintOptions, parts: string[]): void {
  if (node.type === 'text') {
    parts.push(escapeText(node.data))
    return
  }
  if (node.type !== 'tag' && node.type !== 'script' && node.type !== 'style') return
  if (LEFT_OUT.has(node.name) || !isNameOfTag(node.name)) return
  if (node.name === 'link' && !isStyleSheet(node, options)) return
  parts.push('<', node.name, printAttributes(node, options), '>')
  if (VOID.has(node.name)) return
  if (node.name === 'style') parts.push(printStyle(node, options))
  else for (const child of node.childNodes) printNode(child, options, parts)
  parts.push('</', node.name, '>')
}

const TAG_NAME = /^[a-z][a-z0-9:-]*$/i

/** A name with other characters would not be read again as the name. */
function isNameOfTag(name: string): boolean {
  return TAG_NAME.test(name)
}

function isStyleSheet({ attributeList }: Element, { keepsImages = false }: PrintOptions): boolean {
  return keepsImages && /\bstylesheet\b/i.test(attributeList.get('rel') ?? '')
}

const ATTRIBUTE_NAME = /^[^\s"'<>/=]+$/

function printAttributes(element: Element, { positions, keepsImages = false }: PrintOptions): string {
  let text = positions.has(element.order) ? ` ${POSITION}="${element.order}"` : ''
  for (const { name, value } of element.attributes) {
    if (!ATTRIBUTE_NAME.test(name) || NO_ATTRIBUTE.test(name)) continue
    const isFollowed = !LOADING.test(name) || (SHOWS.has(element.name) && (keepsImages || DATA_IMAGE.test(value)))
    const shown = name === 'style' ? toStyle(value, keepsImages) : value
    text += ` ${isFollowed ? name : ADDRESS + name.replace('xlink:', '')}="${escapeValue(shown)}"`
  }
  return text
}

/** The text of a style sheet, which can't contain its end tag. */
function printStyle(style: Element, { keepsImages = false }: PrintOptions): string {
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
