import { html, InsertionMode, Parser, type Token, type Tokenizer } from 'parse5'
import { ShelfmarkError } from '../errors.ts'
import { AttributeList } from './attribute-list.ts'
import { MAX_DEPTH, MAX_DEPTH_SUM, MAX_ELEMENTS } from './limits.ts'
import { type Document, Element, type ParentNode } from './node.ts'
import type { PageSource } from './source.ts'
import { PageTokenizer, type TokenSink, type WhitespaceRule } from './tokenizer.ts'
import { pageTreeAdapter, type PageTreeMap } from './tree-adapter.ts'

const { TAG_ID } = html

/*
 * More than half of a page's tags are those of `<div>` and `<span>`: what the
 * rules come to for them is said here, without the way there.
 */

/** Whose end tag, when it is the current element, does nothing but close it. Most end tags are such. */
const CLOSES_ITSELF_ALONE: ReadonlySet<html.TAG_ID> = new Set([TAG_ID.DIV, TAG_ID.SPAN, TAG_ID.LI, TAG_ID.UL, TAG_ID.P])

/** What may be open where a page ends: the standard calls anything else an error. */
const MAY_STAY_OPEN: ReadonlySet<html.TAG_ID> = new Set(
  'html body p li dd dt option optgroup rb rp rt rtc tbody thead tfoot tr td th'.split(' ').map(html.getTagID),
)

/**
 * parse5's tree construction, driven by our tokens.
 *
 * Reads and overrides members that parse5 keeps to itself: its version is
 * pinned, and tests compare the trees with those of an unchanged parse5.
 */
class TreeBuilder extends Parser<PageTreeMap> implements TokenSink {
  private readonly pageTokenizer: PageTokenizer
  private elementCount = 0
  private depthSum = 0
  /** Elements `<p>` that are open: a `<div>` closes one. */
  private openParagraphs = 0

  constructor(source: PageSource, document: Document, context: Element | null) {
    super({ treeAdapter: pageTreeAdapter }, document, context)
    this.pageTokenizer = new PageTokenizer(source, this)
    // Up to here the base class has written to its own.
    this.pageTokenizer.inForeignNode = this.tokenizer.inForeignNode
    this.tokenizer = this.pageTokenizer as unknown as Tokenizer
  }

  run(): void {
    this.pageTokenizer.run()
  }

  /** @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments */
  runAsFragment(): Document {
    if (this.fragmentContextID === html.TAG_ID.TEMPLATE) this.tmplInsertionModeStack.push(InsertionMode.IN_TEMPLATE)
    this._initTokenizerForFragmentParsing()
    this._insertFakeRootElement()
    this._resetInsertionMode()
    this._findFormInFragmentContext()
    this.run()
    return this.getFragment()
  }

  get whitespaceRule(): WhitespaceRule {
    switch (this.insertionMode) {
      case InsertionMode.IN_BODY:
      case InsertionMode.IN_CELL:
      case InsertionMode.IN_CAPTION:
        // White space differs from text only in leaving framesets possible.
        return this.framesetOk ? 'leading' : 'same'
      case InsertionMode.TEXT:
      case InsertionMode.IN_SELECT:
        return 'same'
      case InsertionMode.IN_COLUMN_GROUP:
      case InsertionMode.IN_FRAMESET:
      case InsertionMode.AFTER_FRAMESET:
      case InsertionMode.AFTER_AFTER_FRAMESET:
        return 'all'
      default:
        return 'leading'
    }
  }

  readsAttributes(tagID: html.TAG_ID): boolean {
    switch (tagID) {
      case TAG_ID.INPUT:
        // Its type decides in tables, and on whether a frameset may follow.
        return this.framesetOk || this.insertionMode !== InsertionMode.IN_BODY
      case TAG_ID.FONT:
      case TAG_ID.SVG:
      case TAG_ID.MATH:
      case TAG_ID.MGLYPH:
      case TAG_ID.MALIGNMARK:
        return true
      default:
        return false
    }
  }

  override onStartTag(token: Token.TagToken): void {
    const isPlain = this.insertionMode === InsertionMode.IN_BODY && !this.currentNotInHTML
    if (isPlain && token.tagID === TAG_ID.SPAN) this._reconstructActiveFormattingElements()
    else if (!isPlain || token.tagID !== TAG_ID.DIV || this.openParagraphs > 0) return super.onStartTag(token)
    this.skipNextNewLine = false
    this.currentToken = token
    this._insertElement(token, html.NS.HTML)
  }

  override onEndTag(token: Token.TagToken): void {
    const { openElements } = this
    const isPlain =
      openElements.currentTagId === token.tagID &&
      this.insertionMode === InsertionMode.IN_BODY &&
      CLOSES_ITSELF_ALONE.has(token.tagID) &&
      !this.currentNotInHTML
    if (!isPlain) return super.onEndTag(token)
    this.skipNextNewLine = false
    this.currentToken = token
    openElements.pop()
  }

  override onEof(token: Token.EOFToken): void {
    const { openElements } = this
    for (let slot = openElements.stackTop; slot >= 0; slot = openElements.slotBelow(slot)) {
      if (!MAY_STAY_OPEN.has(openElements.tagIDs[slot] as html.TAG_ID)) this.document.isClosed = false
    }
    super.onEof(token)
  }

  override _createElement(tagName: string, namespace: html.NS, attributes: Token.Attribute[]): Element {
    if (++this.elementCount > MAX_ELEMENTS) {
      throw new ShelfmarkError('page_too_complex', `The page has more than ${MAX_ELEMENTS} elements.`)
    }
    // The place in the stack of open elements, from -1 when there is none.
    this.depthSum += this.openElements.stackTop + 2
    if (this.depthSum > MAX_DEPTH_SUM) {
      throw new ShelfmarkError('page_too_complex', 'The page has too many elements too deep inside of each other.')
    }
    return pageTreeAdapter.createElement(tagName, namespace, attributes)
  }

  override _insertElement(token: Token.TagToken, namespace: html.NS): void {
    if (this.fosterParentingEnabled) {
      super._insertElement(token, namespace)
      return
    }
    const parent = this.openElements.currentTmplContentOrNode ?? this.document
    const element = this._createElement(token.tagName, namespace, token.attrs)
    pageTreeAdapter.appendChild(parent, element)
    this.openElements.push(element, token.tagID)
  }

  override _insertCharacters(token: Token.CharacterToken): void {
    if (this.fosterParentingEnabled) super._insertCharacters(token)
    else pageTreeAdapter.insertText(this.openElements.currentTmplContentOrNode, token.chars)
  }

  override onItemPush(node: ParentNode, tagId: html.TAG_ID, isTop: boolean): void {
    if (this.openElements.stackTop > MAX_DEPTH) {
      throw new ShelfmarkError('page_too_deep', `Elements are nested more than ${MAX_DEPTH} deep.`)
    }
    if (tagId === TAG_ID.P) this.openParagraphs++
    super.onItemPush(node, tagId, isTop)
  }

  override onItemPop(node: ParentNode, isTop: boolean): void {
    if (node instanceof Element && node.name === 'p') this.openParagraphs--
    super.onItemPop(node, isTop)
  }
}

/** Parses a page into a tree, exactly as the HTML standard says. */
export function parseHtml(source: PageSource): Document {
  const document = pageTreeAdapter.createDocument()
  new TreeBuilder(source, document, null).run()
  return document
}

/** Parses markup as the inner HTML of an element: what pages keep in `<noscript>` and in scripts. */
export function parseHtmlFragment(
  source: PageSource,
  context = new Element('div', html.NS.HTML, AttributeList.EMPTY),
): Document {
  return new TreeBuilder(source, pageTreeAdapter.createDocument(), context).runAsFragment()
}
