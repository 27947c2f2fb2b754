import { html, Token, TokenizerMode } from 'parse5'
import { AttributeList } from './attribute-list.ts'
import {
  AMPERSAND,
  EXCLAMATION_MARK,
  GREATER_THAN,
  LESS_THAN,
  QUESTION_MARK,
  SOLIDUS,
  findNameEnd,
  indexOrLength,
  isLetter,
  isWhitespace,
  skipLineBreak,
  skipWhitespace,
} from './characters.ts'
import { parseDoctype } from './doctype.ts'
import { findCommentEnd, findEndTag, findEscapedScriptEnd } from './find-end.ts'
import { PageAttributes } from './page-attributes.ts'
import { scanAttributes, skipAttributes } from './scan-attributes.ts'
import type { PageCharacters } from './source.ts'
import { readTagName } from './tag-name.ts'

const { TokenType } = Token
const { DATA, RCDATA, SCRIPT_DATA, PLAINTEXT, CDATA_SECTION } = TokenizerMode
const { DIV, SPAN } = html.TAG_ID
const NO_ATTRIBUTES: Token.Attribute[] = []

/**
 * Which white space the tree rules treat differently from other text: none, that
 * at the start of a text, or all of it (framesets).
 */
export type WhitespaceRule = 'none' | 'leading' | 'all'

/**
 * Takes the tokens of a page. Text and comments come as ranges of the page; what
 * the tokenizer has to decode comes as a token of parse5.
 */
export interface TokenSink {
  onStartTag(token: Token.TagToken): void
  onEndTag(token: Token.TagToken): void
  /** A range of text; its character references are decoded unless `isRaw`. */
  onTextRange(start: number, end: number, isRaw: boolean): void
  onWhitespaceRange(start: number, end: number, isRaw: boolean): void
  onCommentRange(start: number, end: number): void
  onCharacter(token: Token.CharacterToken): void
  onWhitespaceCharacter(token: Token.CharacterToken): void
  onNullCharacter(token: Token.CharacterToken): void
  onDoctype(token: Token.DoctypeToken): void
  onEof(token: Token.EOFToken): void
  /** Whether to drop a line break at the start of the next text (`<pre>`, `<textarea>`). */
  skipNextNewLine: boolean
  readonly whitespaceRule: WhitespaceRule
  /** The attributes that the token of such a start tag carries. */
  toTokenAttributes(tagID: html.TAG_ID, attributes: AttributeList): Token.Attribute[]
}

const WHITESPACE_OR_TEXT = /[\t\n\f\r ]+|[^\t\n\f\r ]+/g

/**
 * The tokenizer of the HTML standard, for a whole page in memory. It jumps from
 * one markup character to the next. Where parse5's tokenizer gives strings, it
 * gives ranges of the page.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class PageTokenizer {
  /** The sink sets it while it handles a start tag. */
  state: number = DATA
  /** Whether the current node is foreign (SVG, MathML) and not an integration point. The sink sets it. */
  inForeignNode = false
  lastStartTagName = ''
  /** What the page ends in the middle of: a tag, a comment, the text of a script. Absent: null, of nothing. */
  unfinished: string | null = null

  private readonly source: PageCharacters
  private readonly text: string
  private readonly codes: Uint8Array
  private readonly attributes: PageAttributes
  private readonly sink: TokenSink
  private position = 0
  /** One token serves all end tags, because the tree rules keep none. */
  private readonly endTag = tagToken(TokenType.END_TAG)
  /** One token serves all `<div>` and `<span>`, because the tree rules keep none of theirs. */
  private readonly plainTag = tagToken(TokenType.START_TAG)
  /** Offset of the next NUL; the page's length without one. */
  private nextNul = -1

  constructor(source: PageCharacters, sink: TokenSink) {
    this.source = source
    this.text = source.text
    this.codes = source.codes
    this.attributes = new PageAttributes(source)
    this.sink = sink
  }

  /** Tokenizes the whole page. */
  run(): void {
    const { text } = this
    while (this.position < text.length) {
      if (this.state === DATA) this.readData()
      else this.readRawText()
    }
    this.sink.onEof({ type: TokenType.EOF, location: null })
  }

  private readData(): void {
    const { text } = this
    const start = this.position
    // Most tags directly follow another tag.
    const open = this.codes[start] === LESS_THAN ? start : indexOrLength(text, '<', start)
    if (open > start) this.emitText(start, open, false)

    const code = this.codes[open + 1] as number
    if (isLetter(code)) this.readStartTag(open + 1)
    else if (code === SOLIDUS) this.readEndTagOpen(open)
    else if (code === EXCLAMATION_MARK) this.readMarkupDeclaration(open + 2)
    else if (code === QUESTION_MARK) this.readBogusComment(open + 1)
    else {
      this.emitText(open, Math.min(open + 1, text.length), false)
      this.position = open + 1
      if (open === text.length - 1) this.leaveUnfinished('a tag')
    }
  }

  private readStartTag(nameStart: number): void {
    const { source, text } = this
    const nameEnd = findNameEnd(this.codes, nameStart)
    const isBare = this.codes[nameEnd] === GREATER_THAN
    const first = this.attributes.length
    const end = isBare ? nameEnd + 1 : scanAttributes(this.attributes, nameEnd)
    this.position = end < 0 ? text.length : end
    if (end < 0) return this.leaveUnfinished('a tag')

    const { name, id } = readTagName(source, nameStart, nameEnd)
    const list = isBare ? AttributeList.EMPTY : AttributeList.scanned(this.attributes, first)
    this.lastStartTagName = name
    const token = id === DIV || id === SPAN ? this.plainTag : tagToken(TokenType.START_TAG)
    token.tagName = name
    token.tagID = id
    token.selfClosing = this.isSelfClosing(first, end)
    token.ackSelfClosing = false
    token.attrs = this.inForeignNode ? list.all : this.sink.toTokenAttributes(id, list)
    this.sink.onStartTag(token)
  }

  /** Whether a tag ends with `/>`. In `<a href=x/>` the solidus belongs to the value. */
  private isSelfClosing(firstAttribute: number, end: number): boolean {
    if (this.codes[end - 2] !== SOLIDUS) return false
    const { attributes } = this
    return attributes.length === firstAttribute || attributes.valueEnd(attributes.length - 1) < end - 1
  }

  private readEndTagOpen(open: number): void {
    const { text } = this
    const code = this.codes[open + 2] as number
    if (isLetter(code)) this.readEndTag(open + 2)
    else if (code === GREATER_THAN) this.position = open + 3
    else if (open + 2 < text.length) this.readBogusComment(open + 2)
    else {
      this.emitText(open, text.length, false)
      this.position = text.length
      this.leaveUnfinished('a tag')
    }
  }

  private readEndTag(nameStart: number): void {
    const { text } = this
    const nameEnd = findNameEnd(this.codes, nameStart)
    const end = skipAttributes(this.attributes, nameEnd)
    this.position = end < 0 ? text.length : end
    if (end < 0) return this.leaveUnfinished('a tag')

    const { name, id } = readTagName(this.source, nameStart, nameEnd)
    this.endTag.tagName = name
    this.endTag.tagID = id
    this.sink.onEndTag(this.endTag)
  }

  /** Reads what follows `<!`. */
  private readMarkupDeclaration(start: number): void {
    const { text } = this
    if (text.startsWith('--', start)) {
      const { dataEnd, end, isClosed } = findCommentEnd(text, start + 2)
      this.sink.onCommentRange(start + 2, dataEnd)
      this.position = end
      if (!isClosed) this.leaveUnfinished('a comment')
    } else if (text.slice(start, start + 7).toLowerCase() === 'doctype') this.readDoctype(start + 7)
    else if (this.inForeignNode && text.startsWith('[CDATA[', start)) this.readCdata(start + 7)
    else this.readBogusComment(start)
  }

  private readCdata(start: number): void {
    const end = indexOrLength(this.text, ']]>', start)
    this.emitText(start, end, true)
    this.position = end + 3
    this.checkEnd(end, 'a section of text')
  }

  private readDoctype(start: number): void {
    const end = indexOrLength(this.text, '>', start)
    const parts = parseDoctype(this.source.readRaw(start, end), end === this.text.length)
    this.sink.onDoctype({ type: TokenType.DOCTYPE, ...parts, location: null })
    this.position = end + 1
    this.checkEnd(end, 'a tag')
  }

  private readBogusComment(start: number): void {
    const end = indexOrLength(this.text, '>', start)
    this.sink.onCommentRange(start, end)
    this.position = end + 1
    this.checkEnd(end, 'a comment')
  }

  /** Notes that the page ends in the middle of something, if its end was not found. */
  private checkEnd(end: number, construct: string): void {
    if (end === this.text.length) this.leaveUnfinished(construct)
  }

  private leaveUnfinished(construct: string): void {
    this.unfinished = construct
  }

  /** Reads the text of the element that was opened last, up to its end tag. */
  private readRawText(): void {
    const { text, state } = this
    const start = this.position
    this.state = DATA
    if (state === CDATA_SECTION) return this.readCdata(start)

    // A fragment that starts as raw text has no start tag whose end tag could end it.
    const hasEndTag = state !== PLAINTEXT && this.lastStartTagName !== ''
    let end = hasEndTag ? findEndTag(text, start, this.lastStartTagName) : text.length
    if (hasEndTag && state === SCRIPT_DATA && text.slice(start, end).includes('<!--')) {
      end = findEscapedScriptEnd(text, start)
    }
    this.emitCharacters(start, end, state !== RCDATA)
    this.position = end
    if (hasEndTag) this.checkEnd(end, `the text of <${this.lastStartTagName}>`)
  }

  /** Emits text, and each NUL in it as a token of its own. */
  private emitText(start: number, end: number, isRaw: boolean): void {
    let from = start
    if (this.nextNul < from) this.nextNul = indexOrLength(this.text, '\0', from)
    while (this.nextNul < end) {
      this.emitCharacters(from, this.nextNul, isRaw)
      this.sink.onNullCharacter({ type: TokenType.NULL_CHARACTER, chars: '\0', location: null })
      from = this.nextNul + 1
      this.nextNul = indexOrLength(this.text, '\0', from)
    }
    this.emitCharacters(from, end, isRaw)
  }

  private emitCharacters(start: number, end: number, isRaw: boolean): void {
    if (start >= end) return
    const { codes, source, sink } = this
    // A character reference may encode white space.
    const startsWithReference = !isRaw && codes[start] === AMPERSAND
    const rule = sink.whitespaceRule
    if (rule === 'all' || (startsWithReference && (rule === 'leading' || sink.skipNextNewLine))) {
      return this.emitDecoded(isRaw ? source.readRaw(start, end) : source.readText(start, end))
    }
    let from = start
    if (sink.skipNextNewLine) {
      sink.skipNextNewLine = false
      from = skipLineBreak(codes, start)
    }
    if (rule === 'leading') {
      const textStart = skipWhitespace(codes, from, end)
      if (textStart > from) sink.onWhitespaceRange(from, textStart, isRaw)
      if (textStart > start && codes[textStart] === AMPERSAND) return this.emitCharacters(textStart, end, isRaw)
      from = textStart
    }
    if (from < end) sink.onTextRange(from, end, isRaw)
  }

  private emitDecoded(decoded: string): void {
    for (const [chars] of decoded.matchAll(WHITESPACE_OR_TEXT)) {
      if (isWhitespace(chars.charCodeAt(0))) {
        this.sink.onWhitespaceCharacter({ type: TokenType.WHITESPACE_CHARACTER, chars, location: null })
      } else this.sink.onCharacter({ type: TokenType.CHARACTER, chars, location: null })
    }
  }
}

function tagToken(type: Token.TagToken['type']): Token.TagToken {
  return {
    type,
    tagName: '',
    tagID: html.TAG_ID.UNKNOWN,
    selfClosing: false,
    ackSelfClosing: false,
    attrs: NO_ATTRIBUTES,
    location: null,
  }
}
