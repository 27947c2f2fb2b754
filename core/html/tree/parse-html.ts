import { html, InsertionMode, Parser, Token, type Tokenizer } from 'parse5'
import { ShelfmarkError } from '../../error/shelfmark-error.ts'
import { AttributeList } from '../tokenize/attribute-list.ts'
import type { PageCharacters } from '../tokenize/source.ts'
import { PageTokenizer, type TokenSink, type WhitespaceRule } from '../tokenize/tokenizer.ts'
import { Comment, type Document, Element, type ParentNode, Text } from './node.ts'
import { pageTreeAdapter, type PageTreeMap } from './tree-adapter.ts'

const { TAG_ID } = html
const { TokenType } = Token

/** Maximum depth of nested elements. Browsers have the same limit. */
const MAX_DEPTH = 512

/** Maximum number of elements in the tree, including those that the tree rules add. */
const MAX_ELEMENTS = 250_000

/**
 * Maximum sum of the depths of all elements: 250,000 elements at depth 32, or
 * 16,000 at depth 512. It limits the work of testing all ancestors of each
 * element.
 */
const MAX_DEPTH_SUM = 8_000_000

/** Elements whose end tag only closes them when they are the current element. Most end tags are of these. */
const CLOSES_ITSELF_ALONE: ReadonlySet<html.TAG_ID> = new Set([TAG_ID.DIV, TAG_ID.SPAN, TAG_ID.LI, TAG_ID.UL, TAG_ID.P])

/** Elements that may be open at the end of a page. Any other open element is a parse error in the standard. */
const MAY_STAY_OPEN: ReadonlySet<html.TAG_ID> = new Set(
  'html body p li dd dt option optgroup rb rp rt rtc tbody thead tfoot tr td th'.split(' ').map(html.getTagID),
)

/** States of the tree rules before the start of the body, on a page that has begun. */
const BEFORE_BODY: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.BEFORE_HTML,
  InsertionMode.BEFORE_HEAD,
  InsertionMode.IN_HEAD,
  InsertionMode.IN_HEAD_NO_SCRIPT,
  InsertionMode.AFTER_HEAD,
])

/** States of the tree rules after the end of the body. */
const AFTER_END: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.AFTER_BODY,
  InsertionMode.AFTER_AFTER_BODY,
  InsertionMode.AFTER_FRAMESET,
  InsertionMode.AFTER_AFTER_FRAMESET,
])

/**
 * parse5's tree construction, driven by the tokens of `PageTokenizer`.
 *
 * It uses internal members of parse5, whose version is therefore pinned. The
 * README of `core/html` lists them; tests compare the trees with those of parse5.
 */
class TreeBuilder extends Parser<PageTreeMap> implements TokenSink {
  private readonly source: PageCharacters
  private readonly pageTokenizer: PageTokenizer
  private elementCount = 0
  private depthSum = 0
  /** Number of open `<p>`: a `<div>` closes one. */
  private openParagraphs = 0
  private isAtEnd = false
  private hasHeadEnd = false
  /** Whether an end tag of the body, or of the page, was found where it closes nothing else. */
  private hasEnd = false

  constructor(source: PageCharacters, document: Document, context: Element | null) {
    super({ treeAdapter: pageTreeAdapter }, document, context)
    this.source = source
    this.pageTokenizer = new PageTokenizer(source, this)
    // The constructor of the base class has set this on its own tokenizer.
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
        // The one difference: a frameset may still follow white space, but not text.
        return this.framesetOk ? 'leading' : 'none'
      case InsertionMode.TEXT:
      case InsertionMode.IN_SELECT:
        return 'none'
      case InsertionMode.IN_COLUMN_GROUP:
      case InsertionMode.IN_FRAMESET:
      case InsertionMode.AFTER_FRAMESET:
      case InsertionMode.AFTER_AFTER_FRAMESET:
        return 'all'
      default:
        return 'leading'
    }
  }

  /** Most tags carry an `AttributeList` where parse5 expects an array; parse5 only passes it on. */
  toTokenAttributes(tagID: html.TAG_ID, attributes: AttributeList): Token.Attribute[] {
    return this.readsAttributes(tagID) ? attributes.all : (attributes as unknown as Token.Attribute[])
  }

  /** Whether the tree rules read the attributes of such a start tag now. */
  private readsAttributes(tagID: html.TAG_ID): boolean {
    switch (tagID) {
      case TAG_ID.INPUT:
        // Its type decides where it goes in a table, and whether a frameset may follow.
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

  onTextRange(start: number, end: number, isRaw: boolean): void {
    this.onCharacter(this.toTextToken(TokenType.CHARACTER, start, end, isRaw))
  }

  onWhitespaceRange(start: number, end: number, isRaw: boolean): void {
    this.onWhitespaceCharacter(this.toTextToken(TokenType.WHITESPACE_CHARACTER, start, end, isRaw))
  }

  /** A token whose `chars` is a text node. parse5 passes it to the tree adapter. */
  private toTextToken(
    type: Token.CharacterToken['type'],
    start: number,
    end: number,
    isRaw: boolean,
  ): Token.CharacterToken {
    return { type, chars: new Text(this.source, start, end, isRaw) as unknown as string, location: null }
  }

  onCommentRange(start: number, end: number): void {
    const data = new Comment(this.source, start, end) as unknown as string
    this.onComment({ type: TokenType.COMMENT, data, location: null })
  }

  /*
   * More than half of a page's tags are those of `<div>` and `<span>`. The next
   * two methods do for them directly what the tree rules do in several steps.
   */

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
    if (!isPlain) {
      if (token.tagID === TAG_ID.BODY || token.tagID === TAG_ID.HTML) this.hasEnd ||= this.isAllClosed()
      else if (token.tagID === TAG_ID.HEAD) this.hasHeadEnd = true
      return super.onEndTag(token)
    }
    this.skipNextNewLine = false
    this.currentToken = token
    openElements.pop()
  }

  override onEof(token: Token.EOFToken): void {
    // The tree rules can come here again, after they have opened or closed something.
    if (!this.isAtEnd) this.document.cut = this.findCut()
    this.isAtEnd = true
    super.onEof(token)
  }

  /**
   * Why the page is not whole. Absent: null, it is.
   *
   * Some tools leave out the end tags of body and page. They leave out that of the head too, and all other elements are
   * closed then, as they are in a part of a page that was loaded alone. What follows the end of a page does not belong
   * to it; the end of a page inside a page is no end.
   */
  private findCut(): string | null {
    const { unfinished } = this.pageTokenizer
    if (unfinished !== null) return `ends in ${unfinished}`
    if (BEFORE_BODY.has(this.insertionMode)) return 'ends before its body'
    const isWhole = AFTER_END.has(this.insertionMode) || this.hasEnd || (!this.hasHeadEnd && this.isAllClosed())
    return isWhole ? null : 'has no end of its body'
  }

  /** Whether all open elements have end tags that can be left out. */
  private isAllClosed(): boolean {
    const { openElements } = this
    for (let slot = openElements.stackTop; slot >= 0; slot = openElements.slotBelow(slot)) {
      if (!MAY_STAY_OPEN.has(openElements.tagIDs[slot] as html.TAG_ID)) return false
    }
    return true
  }

  override _createElement(tagName: string, namespace: html.NS, attributes: Token.Attribute[]): Element {
    if (++this.elementCount > MAX_ELEMENTS) {
      throw new ShelfmarkError('page_too_complex', `The page has more than ${MAX_ELEMENTS} elements.`)
    }
    // `stackTop` is -1 when no element is open.
    this.depthSum += this.openElements.stackTop + 2
    if (this.depthSum > MAX_DEPTH_SUM) {
      throw new ShelfmarkError('page_too_complex', 'The page has too many deeply nested elements.')
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

/** Parses a page into a tree, exactly as the HTML standard requires, in the version that the pinned parse5 has. */
export function parseHtml(source: PageCharacters): Document {
  const document = pageTreeAdapter.createDocument()
  new TreeBuilder(source, document, null).run()
  return document
}

/** Parses markup as the inner HTML of an element. */
export function parseHtmlFragment(
  source: PageCharacters,
  context = new Element('div', html.NS.HTML, AttributeList.EMPTY),
): Document {
  return new TreeBuilder(source, pageTreeAdapter.createDocument(), context).runAsFragment()
}
