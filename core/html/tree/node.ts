import type { html, Token } from 'parse5'
import type { AttributeList } from '../tokenize/attribute-list.ts'
import type { PageCharacters } from '../tokenize/source.ts'
import { CHILDREN_OF_TREE, LINKS, listSiblings, printDoctype } from './domhandler-shape.ts'

/*
 * Nodes have the shape of domhandler's. Siblings are linked; `children` and
 * `attribs` are made on demand.
 *
 * No class of node extends another. tsx sets the names of classes, and V8 does
 * not optimize `super()` then: from source, parsing takes more than twice as long.
 */

export type ParentNode = Document | Element
export type ChildNode = Element | Text | Comment | Doctype | Document

/**
 * Root of a page or a fragment. Also the content of a `<template>`, whose only
 * child it is.
 *
 * `children` is for other libraries: it gives the whole tree the shape that they
 * expect, to be read and not changed.
 */
export class Document {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  firstChild: ChildNode | null = null
  lastChild: ChildNode | null = null
  /** Quirks mode of a page; a fragment has none. */
  'x-mode': html.DOCUMENT_MODE | undefined = undefined
  /** Why the page is not whole, for a person. Absent: null, its markup has an end; a fragment has none to have. */
  cut: string | null = null

  constructor() {
    Object.defineProperty(this, 'children', CHILDREN_OF_TREE)
  }

  /** A new array at each call. Where speed matters, walk from `firstChild` along `next`. */
  get children(): ChildNode[] {
    return this.childNodes
  }

  get childNodes(): ChildNode[] {
    return listSiblings(this.firstChild)
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
  /** Position among the elements of the document, from 0; -1 until the index of the page numbers them. */
  order = -1
  /** Position after the last element inside: the elements inside have the positions from `order + 1` to `end - 1`. */
  end = -1
  /** The nearest element that hides this one: itself or an ancestor. Undefined until the text rules find out. */
  hider: Element | null | undefined = undefined

  constructor(name: string, namespace: html.NS, attributeList: AttributeList) {
    this.name = name
    this.namespace = namespace
    this.attributeList = attributeList
  }

  /** A new array at each call. Where speed matters, walk from `firstChild` along `next`. */
  get children(): ChildNode[] {
    return this.childNodes
  }

  get childNodes(): ChildNode[] {
    return listSiblings(this.firstChild)
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

/** A text of the page: a range that becomes a string when it is first read. */
export class Text {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  private readonly source: PageCharacters | null
  private readonly start: number
  private readonly end: number
  /** Whether character references are not decoded, as in a script. */
  private readonly isRaw: boolean
  private value: string | null

  constructor(source: PageCharacters | null, start: number, end: number, isRaw: boolean, value: string | null = null) {
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

  /**
   * The text to search for ASCII letters and digits: as written, UTF-8 as one character for each byte, or decoded
   * if it has been read.
   */
  get raw(): string {
    if (this.value !== null || this.source === null) return this.data
    return this.source.text.slice(this.start, this.end)
  }

  /** Adds the text of a node that never enters the tree. */
  append(other: Text): void {
    this.value = this.data + other.data
  }

  private read(): string {
    if (this.source === null) return ''
    return this.isRaw ? this.source.readRaw(this.start, this.end) : this.source.readText(this.start, this.end)
  }
}

/** A comment of the page: a range, as for a text. */
export class Comment {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  private readonly source: PageCharacters
  private readonly start: number
  private readonly end: number

  constructor(source: PageCharacters, start: number, end: number) {
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

/** The document type of a page. */
export class Doctype {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  readonly name = '!doctype'
  readonly data: string
  readonly 'x-name': string
  readonly 'x-publicId': string
  readonly 'x-systemId': string

  constructor(name: string, publicId: string, systemId: string) {
    this.data = printDoctype(name, publicId, systemId)
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

for (const { prototype } of [Document, Element, Text, Comment, Doctype]) Object.defineProperties(prototype, LINKS)
