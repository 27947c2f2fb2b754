import { load } from 'cheerio'
import type { ParentNode as DomhandlerParent } from 'domhandler'
import { Window } from 'happy-dom'
import { parseDocument } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { HTMLElement, parse as parseWithNodeHtmlParser, TextNode } from 'node-html-parser'
import { parse as parseWithParse5, type DefaultTreeAdapterTypes } from 'parse5'
import { parsePage, type Page } from 'shelfmark'

/** How much was read of a tree: its elements, and the characters of its texts, comments, and attributes with their names. */
interface Tally {
  elements: number
  characters: number
}

/** A library that makes a tree of a page. */
export interface TreeLibrary {
  readonly name: string
  /** Makes the tree as the library leaves it: some parts can be made only when they are read. */
  readonly parse: (page: Buffer) => unknown
  /** Makes the tree, and reads the name of each element, all attributes, texts and comments, decoded. */
  readonly readAll: (page: Buffer) => Tally | Promise<Tally>
}

/** `close`: frees the tree. Default: nothing is needed. */
function define<Tree>(
  name: string,
  parse: (page: Buffer) => Tree,
  read: (tree: Tree, tally: Tally) => void,
  close?: (tree: Tree) => Promise<void>,
): TreeLibrary {
  const readTree = (tree: Tree): Tally => {
    const tally = { elements: 0, characters: 0 }
    read(tree, tally)
    return tally
  }
  if (close === undefined) return { name, parse, readAll: (page) => readTree(parse(page)) }
  return {
    name,
    parse: (page) => close(parse(page)),
    readAll: async (page) => {
      const tree = parse(page)
      const tally = readTree(tree)
      await close(tree)
      return tally
    },
  }
}

function addElement(tally: Tally, name: string): void {
  tally.elements++
  tally.characters += name.length
}

type ShelfmarkNode = NonNullable<Page['document']['firstChild']>
type ShelfmarkParent = Extract<ShelfmarkNode, { readonly firstChild: unknown }>

function readShelfmark(parent: ShelfmarkParent, tally: Tally): void {
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node.type === 'text' || node.type === 'comment') tally.characters += node.data.length
    else if ('attributeList' in node) {
      addElement(tally, node.name)
      for (const { name, value } of node.attributeList.all) tally.characters += name.length + value.length
    }
    if ('firstChild' in node) readShelfmark(node, tally)
  }
}

function readDomhandler(parent: DomhandlerParent, tally: Tally): void {
  for (const node of parent.children) {
    if ('attribs' in node) {
      addElement(tally, node.name)
      for (const name in node.attribs) tally.characters += name.length + (node.attribs[name] ?? '').length
    } else if ('data' in node && node.type !== 'directive') tally.characters += node.data.length
    if ('children' in node) readDomhandler(node, tally)
  }
}

function readParse5(parent: DefaultTreeAdapterTypes.ParentNode, tally: Tally): void {
  for (const node of parent.childNodes) {
    if ('attrs' in node) {
      addElement(tally, node.tagName)
      for (const { name, value } of node.attrs) tally.characters += name.length + value.length
    } else if ('value' in node) tally.characters += node.value.length
    else if ('data' in node) tally.characters += node.data.length
    if ('content' in node) readParse5(node.content, tally)
    if ('childNodes' in node) readParse5(node, tally)
  }
}

function readNodeHtmlParser(parent: HTMLElement, tally: Tally): void {
  for (const node of parent.childNodes) {
    if (node instanceof HTMLElement) {
      addElement(tally, node.rawTagName)
      const { attributes } = node
      for (const name in attributes) tally.characters += name.length + (attributes[name] ?? '').length
      readNodeHtmlParser(node, tally)
    } else if (node instanceof TextNode) tally.characters += node.text.length
    else tally.characters += node.rawText.length
  }
}

/** A node of linkedom and happy-dom: that of the standard. */
export interface DomNode {
  readonly nodeType: number
  readonly childNodes: ArrayLike<DomNode> & Iterable<DomNode>
  readonly parentNode: DomNode | null
  readonly textContent: string
}

interface DomElement extends DomNode {
  readonly localName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  /** Of a `<template>`, whose nodes happy-dom has only there. linkedom copies them when it is read. */
  readonly content?: DomNode | string
}

const ELEMENT_NODE = 1
const DOCTYPE_NODE = 10

function readDom(parent: DomNode, tally: Tally): void {
  for (const node of parent.childNodes) {
    if (node.nodeType === ELEMENT_NODE) {
      const { localName, attributes } = node as DomElement
      addElement(tally, localName)
      for (const { name, value } of attributes) tally.characters += name.length + value.length
      const content = localName === 'template' && node.childNodes.length === 0 ? (node as DomElement).content : node
      if (typeof content === 'object') readDom(content, tally)
    } else if (node.nodeType !== DOCTYPE_NODE) tally.characters += node.textContent.length
  }
}

export function parseWithLinkedom(page: Buffer): DomNode {
  return parseHTML(page.toString()).document
}

/** Windows of the trees of happy-dom: each keeps its trees in memory until it is closed. */
const windows = new WeakMap<DomNode, Window>()

/** Runs no script, and loads nothing. The tree must be closed. */
export function parseWithHappyDom(page: Buffer): DomNode {
  const window = new Window()
  const document: DomNode = new window.DOMParser().parseFromString(page.toString(), 'text/html')
  windows.set(document, window)
  return document
}

export async function closeHappyDom(document: DomNode): Promise<void> {
  await windows.get(document)?.happyDOM.close()
}

/** The libraries that are compared. Order: shelfmark, then as they are printed. */
export const treeLibraries: readonly TreeLibrary[] = [
  define(
    'shelfmark',
    (page) => parsePage(page),
    ({ document }, tally) => readShelfmark(document, tally),
  ),
  define('htmlparser2', (page) => parseDocument(page.toString()), readDomhandler),
  define('linkedom', parseWithLinkedom, readDom),
  define('node-html-parser', (page) => parseWithNodeHtmlParser(page.toString()), readNodeHtmlParser),
  define('parse5', (page) => parseWithParse5(page.toString()), readParse5),
  define('happy-dom', parseWithHappyDom, readDom, closeHappyDom),
  define('cheerio', (page) => load(page.toString()).root()[0] as DomhandlerParent, readDomhandler),
]
