import type { html, Token } from 'parse5'
import type { AttributeList } from './attribute-list.ts'
import { Doctype } from './doctype-node.ts'
import type { PageSource } from './source.ts'

/*
 * Nodes have the shape of domhandler's, so that css-select, domutils and cheerio
 * can read the tree. Links between siblings stand in for arrays of children:
 * `children` and `attribs` are made when somebody asks.
 *
 * No kind of node extends another: V8 never gets done with optimizing what calls
 * `super()` of classes whose names were set by a tool, as tsx does.
 */

/**
 * Gives all containers of a tree arrays of children as properties of their own:
 * by those domhandler's libraries tell what has children.
 */
function fillChildren(root: Document): void {
  const rest: ParentNode[] = [root]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const children = listChildren(node)
    Object.defineProperty(node, 'children', { value: children, configurable: true, enumerable: true, writable: true })
    for (const child of children) if (isParent(child)) rest.push(child)
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

function listChildren(node: ParentNode): ChildNode[] {
  const children: ChildNode[] = []
  for (let child = node.firstChild; child !== null; child = child.next) children.push(child)
  return children
}

export type ParentNode = Document | Element
export type ChildNode = Element | Text | Comment | Doctype | Document

/** Names that domhandler's libraries have for the links. */
const LINKS: PropertyDescriptorMap & ThisType<ChildNode> = {
  parentNode: {
    get() {
      return this.parent
    },
  },
  previousSibling: {
    get() {
      return this.prev
    },
  },
  nextSibling: {
    get() {
      return this.next
    },
  },
}

/**
 * Root of a page or fragment, and the content of a `<template>`, whose only child it is.
 *
 * Whoever reads its `children` comes from another library, and gets the whole
 * tree in the shape that such libraries expect, to be read, not to be changed.
 */
export class Document {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  firstChild: ChildNode | null = null
  lastChild: ChildNode | null = null
  /** Quirks mode of a page; a fragment has none. */
  'x-mode': html.DOCUMENT_MODE | undefined = undefined
  /** Where the page ends, nothing is open but elements whose end tags may be left out. A page that is cut hardly ever ends so. */
  isClosed = true

  constructor() {
    Object.defineProperty(this, 'children', CHILDREN_OF_TREE)
  }

  /** A new array at each call; walk `firstChild` and `next` where speed matters. */
  get children(): ChildNode[] {
    return listChildren(this)
  }

  get childNodes(): ChildNode[] {
    return listChildren(this)
  }

  get type(): 'root' {
    return 'root'
  }

  get nodeType(): 9 {
    return 9
  }
}

export class Element {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  firstChild: ChildNode | null = null
  lastChild: ChildNode | null = null
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
    this.name = name
    this.namespace = namespace
    this.attributeList = attributeList
  }

  /** A new array at each call; walk `firstChild` and `next` where speed matters. */
  get children(): ChildNode[] {
    return listChildren(this)
  }

  get childNodes(): ChildNode[] {
    return listChildren(this)
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
export class Text {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  private readonly source: PageSource | null
  private readonly start: number
  private end: number
  /** Character references stand for themselves, as in a script. */
  private readonly isRaw: boolean
  private value: string | null

  constructor(source: PageSource | null, start: number, end: number, isRaw: boolean, value: string | null = null) {
    this.source = source
    this.start = start
    this.end = end
    this.isRaw = isRaw
    this.value = value
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

  get data(): string {
    this.value ??= this.read()
    return this.value
  }

  get nodeValue(): string {
    return this.data
  }

  /** Adds the text of a node that never enters the tree. */
  append(other: Text): void {
    const isContinuation =
      this.value === null && other.value === null && this.end === other.start && this.isRaw === other.isRaw
    if (isContinuation) this.end = other.end
    else this.value = this.data + other.data
  }

  private read(): string {
    if (this.source === null) return ''
    return this.isRaw ? this.source.readRaw(this.start, this.end) : this.source.readText(this.start, this.end)
  }
}

/** A range of the page, as a text is. */
export class Comment {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  private readonly source: PageSource
  private readonly start: number
  private readonly end: number

  constructor(source: PageSource, start: number, end: number) {
    this.source = source
    this.start = start
    this.end = end
  }

  get type(): 'comment' {
    return 'comment'
  }

  get nodeType(): 8 {
    return 8
  }

  get data(): string {
    return this.source.readRaw(this.start, this.end)
  }

  get nodeValue(): string {
    return this.data
  }
}

for (const { prototype } of [Document, Element, Text, Comment, Doctype]) Object.defineProperties(prototype, LINKS)

function isParent(node: ChildNode): node is ParentNode {
  return node instanceof Element || node instanceof Document
}
