import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import { AttributeList } from '../tokenize/attribute-list.ts'
import { limitAttributes } from '../tokenize/scan-attributes.ts'
import { Comment, Doctype, Document, Element, Text, type ChildNode, type ParentNode } from './node.ts'

export type PageTreeMap = TreeAdapterTypeMap<
  ParentNode | ChildNode,
  ParentNode,
  ChildNode,
  Document,
  Document,
  Element,
  Comment,
  Text,
  Element,
  Doctype
>

function append(parent: ParentNode, node: ChildNode): void {
  const last = parent.lastChild
  node.parent = parent
  node.prev = last
  node.next = null
  if (last === null) parent.firstChild = node
  else last.next = node
  parent.lastChild = node
}

function insertBefore(parent: ParentNode, node: ChildNode, reference: ChildNode): void {
  const { prev } = reference
  node.parent = parent
  node.prev = prev
  node.next = reference
  reference.prev = node
  if (prev === null) parent.firstChild = node
  else prev.next = node
}

function detach(node: ChildNode): void {
  const { parent, prev, next } = node
  if (parent === null) return
  if (prev === null) parent.firstChild = next
  else prev.next = next
  if (next === null) parent.lastChild = prev
  else next.prev = prev
  node.parent = null
  node.prev = null
  node.next = null
}

/** parse5 passes on what a token carries: a text node, or a string that the tokenizer or parse5 made. */
function toText(chars: string | Text): Text {
  return typeof chars === 'string' ? Text.of(chars) : chars
}

function toAttributeList(attributes: Token.Attribute[] | AttributeList): AttributeList {
  return attributes instanceof AttributeList ? attributes : AttributeList.of(attributes)
}

/** Lets parse5's tree construction build the lean tree. */
export const pageTreeAdapter: TreeAdapter<PageTreeMap> = {
  createDocument() {
    const document = new Document()
    document['x-mode'] = html.DOCUMENT_MODE.NO_QUIRKS
    return document
  },
  createDocumentFragment: () => new Document(),
  createElement: (name, namespace, attributes) => new Element(name, namespace, toAttributeList(attributes)),
  createCommentNode: (comment) => comment as unknown as Comment,
  createTextNode: toText,

  appendChild: append,
  insertBefore,
  detachNode: detach,

  insertText(parent, chars) {
    const text = toText(chars)
    if (parent.lastChild instanceof Text) parent.lastChild.append(text)
    else append(parent, text)
  },
  insertTextBefore(parent, chars, reference) {
    const text = toText(chars)
    if (reference.prev instanceof Text) reference.prev.append(text)
    else insertBefore(parent, text, reference)
  },

  setTemplateContent: append,
  getTemplateContent: (template) => template.firstChild as Document,

  adoptAttributes(recipient, attributes) {
    const own = recipient.attributeList.all
    const names = new Set(own.map(({ name }) => name))
    const adopted = toAttributeList(attributes).all.filter(({ name }) => !names.has(name))
    limitAttributes(own.length + adopted.length)
    if (adopted.length > 0) recipient.attributeList = AttributeList.of([...own, ...adopted])
  },

  setDocumentType(document, name, publicId, systemId) {
    append(document, new Doctype(name, publicId, systemId))
  },
  setDocumentMode(document, mode) {
    document['x-mode'] = mode
  },
  getDocumentMode: (document) => document['x-mode'] ?? html.DOCUMENT_MODE.NO_QUIRKS,

  getFirstChild: (node) => node.firstChild,
  getChildNodes: (node) => node.childNodes,
  getParentNode: (node) => node.parent,
  getAttrList: (element) => element.attributeList.all,
  getTagName: (element) => element.name,
  getNamespaceURI: (element) => element.namespace,
  getTextNodeContent: (text) => text.data,
  getCommentNodeContent: (comment) => comment.data,
  getDocumentTypeNodeName: (doctype) => doctype['x-name'],
  getDocumentTypeNodePublicId: (doctype) => doctype['x-publicId'],
  getDocumentTypeNodeSystemId: (doctype) => doctype['x-systemId'],

  isTextNode: (node): node is Text => node instanceof Text,
  isCommentNode: (node): node is Comment => node instanceof Comment,
  isElementNode: (node): node is Element => node instanceof Element,
  isDocumentTypeNode: (node): node is Doctype => node instanceof Doctype,

  // The tree keeps no source locations.
  setNodeSourceCodeLocation: () => undefined,
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation: () => undefined,
}
