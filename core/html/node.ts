import type { html, Token } from 'parse5'
import type { AttributeList } from './attribute-list.ts'
import type { PageSource } from './source.ts'

/*
 * Nodes have the shape of domhandler's, so that css-select, domutils and cheerio
 * can read the tree. Links between siblings stand in for arrays of children:
 * `children` and `attribs` are made when somebody asks.
 */

/**
 * Gives all containers of a tree arrays of children as properties of their own:
 * by those domhandler's libraries tell what has children.
 */
function fillChildren(root: Document): void {
  const rest: ContainerNode[] = [root]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const children = listChildren(node)
    Object.defineProperty(node, 'children', { value: children, configurable: true, enumerable: true, writable: true })
    for (const child of children) if (child instanceof ContainerNode) rest.push(child)
  }
}

/** One for all documents, so that they have one shape. */
const CHILDREN_OF_TREE: PropertyDescriptor & ThisType<Document> = {
  configurable: true,
  enumerable: true,
  get() {
    fillChildren(this)
    return this.children
  },
}

function listChildren(node: ContainerNode): ChildNode[] {
  const children: ChildNode[] = []
  for (let child = node.firstChild; child !== null; child = child.next) children.push(child)
  return children
}

export type ParentNode = Document | Element
export type ChildNode = Element | Text | Comment | Doctype | Document

abstract class TreeNode {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null

  get parentNode(): ParentNode | null {
    return this.parent
  }

  get previousSibling(): ChildNode | null {
    return this.prev
  }

  get nextSibling(): ChildNode | null {
    return this.next
  }
}

abstract class ContainerNode extends TreeNode {
  firstChild: ChildNode | null = null
  lastChild: ChildNode | null = null

  /** A new array at each call; walk `firstChild` and `next` where speed matters. */
  get children(): ChildNode[] {
    return listChildren(this)
  }

  get childNodes(): ChildNode[] {
    return listChildren(this)
  }
}

/**
 * Root of a page or fragment, and the content of a `<template>`, whose only child it is.
 *
 * Whoever reads its `children` comes from another library, and gets the whole
 * tree in the shape that such libraries expect, to be read, not to be changed.
 */
export class Document extends ContainerNode {
  /** Quirks mode of a page; a fragment has none. */
  'x-mode': html.DOCUMENT_MODE | undefined = undefined

  constructor() {
    super()
    Object.defineProperty(this, 'children', CHILDREN_OF_TREE)
  }

  get type(): 'root' {
    return 'root'
  }

  get nodeType(): 9 {
    return 9
  }
}

export class Element extends ContainerNode {
  name: string
  namespace: html.NS
  attributeList: AttributeList
  /** Place among the elements of the document, from 0; -1 until the index of the page numbers them. */
  order = -1
  /** The place behind all that it holds: elements inside of it follow it directly. */
  end = -1
  /** The nearest that hides the element: itself, or one round it; undefined until the text rules find out. */
  hider: Element | null | undefined = undefined

  constructor(name: string, namespace: html.NS, attributeList: AttributeList) {
    super()
    this.name = name
    this.namespace = namespace
    this.attributeList = attributeList
  }

  get type(): 'tag' | 'script' | 'style' {
    return this.name === 'script' || this.name === 'style' ? this.name : 'tag'
  }

  get nodeType(): 1 {
    return 1
  }

  get tagName(): string {
    return this.name
  }

  get attribs(): Record<string, string> {
    return this.mapAttributes(({ value }) => value)
  }

  get attributes(): Token.Attribute[] {
    return this.attributeList.all
  }

  get 'x-attribsNamespace'(): Record<string, string | undefined> {
    return this.mapAttributes(({ namespace }) => namespace)
  }

  get 'x-attribsPrefix'(): Record<string, string | undefined> {
    return this.mapAttributes(({ prefix }) => prefix)
  }

  private mapAttributes<T>(read: (attribute: Token.Attribute) => T): Record<string, T> {
    const mapped: Record<string, T> = Object.create(null)
    for (const attribute of this.attributeList.all) mapped[attribute.name] = read(attribute)
    return mapped
  }
}

/** Compares the places of two elements of a page. */
export function byOrder(left: Element, right: Element): number {
  return left.order - right.order
}

/** A range of the page that becomes a string when somebody reads it. */
abstract class DataNode extends TreeNode {
  protected source: PageSource | null
  protected start: number
  protected end: number
  protected value: string | null

  constructor(source: PageSource | null, start: number, end: number, value: string | null) {
    super()
    this.source = source
    this.start = start
    this.end = end
    this.value = value
  }

  get data(): string {
    this.value ??= this.source === null ? '' : this.decode(this.source)
    return this.value
  }

  get nodeValue(): string {
    return this.data
  }

  protected abstract decode(source: PageSource): string
}

export class Text extends DataNode {
  /** Character references stand for themselves, as in a script. */
  private readonly isRaw: boolean

  constructor(source: PageSource | null, start: number, end: number, isRaw: boolean, value: string | null = null) {
    super(source, start, end, value)
    this.isRaw = isRaw
  }

  static of(value: string): Text {
    return new Text(null, 0, 0, true, value)
  }

  get type(): 'text' {
    return 'text'
  }

  get nodeType(): 3 {
    return 3
  }

  /** Adds the text of a node that never enters the tree. */
  append(other: Text): void {
    const isContinuation =
      this.value === null && other.value === null && this.end === other.start && this.isRaw === other.isRaw
    if (isContinuation) this.end = other.end
    else this.value = this.data + other.data
  }

  protected decode(source: PageSource): string {
    return this.isRaw ? source.readRaw(this.start, this.end) : source.readText(this.start, this.end)
  }
}

export class Comment extends DataNode {
  constructor(source: PageSource, start: number, end: number) {
    super(source, start, end, null)
  }

  get type(): 'comment' {
    return 'comment'
  }

  get nodeType(): 8 {
    return 8
  }

  protected decode(source: PageSource): string {
    return source.readRaw(this.start, this.end)
  }
}

export class Doctype extends TreeNode {
  readonly name = '!doctype'
  readonly data: string
  readonly 'x-name': string
  readonly 'x-publicId': string
  readonly 'x-systemId': string

  constructor(name: string, publicId: string, systemId: string) {
    super()
    this.data = doctypeContent(name, publicId, systemId)
    this['x-name'] = name
    this['x-publicId'] = publicId
    this['x-systemId'] = systemId
  }

  get type(): 'directive' {
    return 'directive'
  }

  get nodeType(): 1 {
    return 1
  }

  get nodeValue(): string {
    return this.data
  }
}

function doctypeContent(name: string, publicId: string, systemId: string): string {
  let content = '!DOCTYPE '
  if (name) content += name
  if (publicId) content += ` PUBLIC ${quoteId(publicId)}`
  else if (systemId) content += ' SYSTEM'
  if (systemId) content += ` ${quoteId(systemId)}`
  return content
}

function quoteId(id: string): string {
  const quote = id.includes('"') ? "'" : '"'
  return quote + id + quote
}
