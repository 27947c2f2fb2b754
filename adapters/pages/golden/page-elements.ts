import { site } from '../../../selectors/index.ts'
import type { Page } from '../../../core/index.ts'
import type { Evidence } from './holds-value.ts'

/** An element of a page, in the shape that domhandler has: grounding does not use the readers that it checks. */
export interface PageElement {
  readonly name: string
  readonly attribs: Readonly<Record<string, string>>
  readonly children: readonly unknown[]
  readonly prev: unknown
  readonly next: unknown
}

interface PageText {
  readonly type: 'text'
  readonly data: string
}

/** Elements of a page in document order, as attempts number them. */
export function listElements(document: Page['document']): readonly PageElement[] {
  const all: PageElement[] = []
  const rest: unknown[] = [document]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (isElement(node)) all.push(node)
    const { children = [] } = node as { readonly children?: readonly unknown[] }
    for (const child of children.toReversed()) rest.push(child)
  }
  return all
}

function isElement(node: unknown): node is PageElement {
  return typeof node === 'object' && node !== null && 'attribs' in node && 'name' in node
}

function isText(node: unknown): node is PageText {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'text'
}

const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template'])
const HIDDEN: ReadonlySet<string> = new Set(site.text.hiddenClasses)

/** Whether nobody sees or hears an element inside another. */
function isSilent({ name, attribs }: PageElement): boolean {
  const classes = (attribs['class'] ?? '').split(/\s+/)
  return SILENT.has(name) || 'hidden' in attribs || classes.some((own) => HIDDEN.has(own))
}

const ATTRIBUTE = /::attr\(([^)]+)\)/
/** Names of attributes that a selector asks for. */
const NAMED = /\[([\w-]+)/g
const SCREEN_READER: ReadonlySet<string> = new Set(site.text.screenReaderClasses)

/**
 * What an element says: the text in it, also for screen readers, in it and next to it; or the attribute that the selector
 * reads, or asks for; and all attributes.
 */
export function readEvidence(element: PageElement, source: string): Evidence {
  const [, name] = ATTRIBUTE.exec(source) ?? []
  const attribute = name === undefined ? undefined : element.attribs[name]
  const { attribs, prev, next } = element
  const named = [...source.matchAll(NAMED)].flatMap(([, own = '']) => (own === 'class' ? [] : (attribs[own] ?? [])))
  const spoken = [prev, next].flatMap((beside) => (isSpoken(beside) ? readText(beside) : []))
  const shown = [readText(element), attribs['aria-label'] ?? '', ...named, ...spoken].join('\n')
  return { shown: attribute ?? shown, attributes: readAttributes(element) }
}

function isSpoken(node: unknown): node is PageElement {
  return isElement(node) && (node.attribs['class'] ?? '').split(/\s+/).some((own) => SCREEN_READER.has(own))
}

function readAttributes(root: PageElement): string {
  const values: string[] = []
  const rest: unknown[] = [root]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (!isElement(node)) continue
    for (const value of Object.values(node.attribs)) values.push(value, decode(value))
    rest.push(...node.children)
  }
  return values.join('\n')
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function readText(root: PageElement): string {
  let text = ''
  const rest: unknown[] = [...root.children].toReversed()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (isText(node)) text += node.data
    else if (isElement(node) && !isSilent(node)) {
      text += ' '
      rest.push(...[...node.children].toReversed())
    }
  }
  return text
}
