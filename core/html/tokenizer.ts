import { html, Token, TokenizerMode } from 'parse5'
import { AttributeList } from './attribute-list.ts'
import { CHARACTER, isLetter, isWhitespace } from './characters.ts'
import { findCommentEnd } from './comment.ts'
import { parseDoctype } from './doctype.ts'
import { Comment, Text } from './node.ts'
import { findEndTag, findEscapedScriptEnd } from './raw-text.ts'
import { scanAttributes, skipAttributes } from './scan-attributes.ts'
import { findNameEnd, indexOrLength, skipLineBreak, skipWhitespace } from './scan-text.ts'
import type { PageSource } from './source.ts'
import { readTagName } from './tag-name.ts'

const { AMPERSAND, EXCLAMATION_MARK, GREATER_THAN, LESS_THAN, QUESTION_MARK, SOLIDUS } = CHARACTER
const { TokenType } = Token
const { DATA, RCDATA, SCRIPT_DATA, PLAINTEXT, CDATA_SECTION } = TokenizerMode
const { DIV, SPAN } = html.TAG_ID
const NO_ATTRIBUTES: Token.Attribute[] = []

/**
 * What the tree rules make of white space now: the same as of other text, apart
 * from it at the start of a text, or apart wherever it stands (framesets).
 */
export type WhitespaceRule = 'same' | 'leading' | 'all'

/** Takes the tokens. parse5's `Parser` is one, but for the rule. */
export interface TokenSink {
  onStartTag(token: Token.TagToken): void
  onEndTag(token: Token.TagToken): void
  onCharacter(token: Token.CharacterToken): void
  onWhitespaceCharacter(token: Token.CharacterToken): void
  onNullCharacter(token: Token.CharacterToken): void
  onComment(token: Token.CommentToken): void
  onDoctype(token: Token.DoctypeToken): void
  onEof(token: Token.EOFToken): void
  /** A line break at the start of the next text is to be dropped (`<pre>`, `<textarea>`). */
  skipNextNewLine: boolean
  readonly whitespaceRule: WhitespaceRule
  /** Whether the tree rules read the attributes of such a start tag now; those of all others stay unparsed. */
  readsAttributes(tagID: html.TAG_ID): boolean
}

const WHITESPACE_OR_TEXT = /[\t\n\f\r ]+|[^\t\n\f\r ]+/g

/**
 * The tokenizer of the HTML standard, made for whole pages in memory: it jumps
 * from one markup character to the next, and hands out ranges of the page
 * where parse5's hands out strings. Stands behind the same surface.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class PageTokenizer {
  /** Set by the sink while it handles a start tag. */
  state: number = DATA
  /** Set by the sink: the current node is foreign (SVG, MathML) and no integration point. */
  inForeignNode = false
  lastStartTagName = ''

  private readonly source: PageSource
  private readonly text: string
  private readonly codes: Uint8Array
  private readonly sink: TokenSink
  private position: number
  /** One for all, because the tree rules keep none. */
  private readonly endTag = tagToken(TokenType.END_TAG)
  /** One for those that the tree rules keep nothing of. */
  private readonly plainTag = tagToken(TokenType.START_TAG)
  /** The page's length when there is none. */
  private nextNul = -1

  constructor(source: PageSource, sink: TokenSink) {
    this.source = source
    this.text = source.text
    this.codes = source.codes
    this.sink = sink
    this.position = 0
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
    // Most tags follow upon each other.
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
    }
  }

  private readStartTag(nameStart: number): void {
    const { source, text } = this
    const nameEnd = findNameEnd(this.codes, nameStart)
    const isBare = this.codes[nameEnd] === GREATER_THAN
    const first = source.attributes.length
    const end = isBare ? nameEnd + 1 : scanAttributes(source, nameEnd)
    this.position = end < 0 ? text.length : end
    if (end < 0) return

    const { name, id } = readTagName(source, nameStart, nameEnd)
    const attributes = isBare ? AttributeList.EMPTY : AttributeList.scanned(source, first)
    this.lastStartTagName = name
    const token = id === DIV || id === SPAN ? this.plainTag : tagToken(TokenType.START_TAG)
    token.tagName = name
    token.tagID = id
    token.selfClosing = this.isSelfClosing(first, end)
    token.ackSelfClosing = false
    // The tree adapter takes a list in the place of an array.
    token.attrs =
      this.inForeignNode || this.sink.readsAttributes(id)
        ? attributes.all
        : (attributes as unknown as Token.Attribute[])
    this.sink.onStartTag(token)
  }

  /** Whether a tag ends with `/>`; in `<a href=x/>` the solidus belongs to the value. */
  private isSelfClosing(firstAttribute: number, end: number): boolean {
    if (this.codes[end - 2] !== SOLIDUS) return false
    const { attributes } = this.source
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
    }
  }

  private readEndTag(nameStart: number): void {
    const { text } = this
    const nameEnd = findNameEnd(this.codes, nameStart)
    const end = skipAttributes(this.source, nameEnd)
    this.position = end < 0 ? text.length : end
    if (end < 0) return

    const { name, id } = readTagName(this.source, nameStart, nameEnd)
    this.endTag.tagName = name
    this.endTag.tagID = id
    this.sink.onEndTag(this.endTag)
  }

  /** What follows `<!`. */
  private readMarkupDeclaration(start: number): void {
    const { text } = this
    if (text.startsWith('--', start)) {
      const { dataEnd, end } = findCommentEnd(text, start + 2)
      this.emitComment(start + 2, dataEnd)
      this.position = end
    } else if (text.slice(start, start + 7).toLowerCase() === 'doctype') this.readDoctype(start + 7)
    else if (this.inForeignNode && text.startsWith('[CDATA[', start)) this.readCdata(start + 7)
    else this.readBogusComment(start)
  }

  private readCdata(start: number): void {
    const end = indexOrLength(this.text, ']]>', start)
    this.emitText(start, end, true)
    this.position = end + 3
  }

  private readDoctype(start: number): void {
    const end = indexOrLength(this.text, '>', start)
    const parts = parseDoctype(this.source.readRaw(start, end), end === this.text.length)
    this.sink.onDoctype({ type: TokenType.DOCTYPE, ...parts, location: null })
    this.position = end + 1
  }

  private readBogusComment(start: number): void {
    const end = indexOrLength(this.text, '>', start)
    this.emitComment(start, end)
    this.position = end + 1
  }

  /** Text of the element that was opened last, up to its end tag. */
  private readRawText(): void {
    const { text, state } = this
    const start = this.position
    this.state = DATA
    if (state === CDATA_SECTION) return this.readCdata(start)

    // A fragment that starts as raw text has no tag to end it.
    const hasEndTag = state !== PLAINTEXT && this.lastStartTagName !== ''
    let end = hasEndTag ? findEndTag(text, start, this.lastStartTagName) : text.length
    if (hasEndTag && state === SCRIPT_DATA && text.slice(start, end).includes('<!--')) {
      end = findEscapedScriptEnd(text, start)
    }
    this.emitCharacters(start, end, state !== RCDATA)
    this.position = end
  }

  /** Emits text, with NUL characters apart. */
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
    // A reference may stand for white space.
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
      if (textStart > from) {
        sink.onWhitespaceCharacter(characterToken(TokenType.WHITESPACE_CHARACTER, source, from, textStart, isRaw))
      }
      if (textStart > start && codes[textStart] === AMPERSAND) return this.emitCharacters(textStart, end, isRaw)
      from = textStart
    }
    if (from < end) sink.onCharacter(characterToken(TokenType.CHARACTER, source, from, end, isRaw))
  }

  private emitDecoded(decoded: string): void {
    for (const [chars] of decoded.matchAll(WHITESPACE_OR_TEXT)) {
      if (isWhitespace(chars.charCodeAt(0))) {
        this.sink.onWhitespaceCharacter({ type: TokenType.WHITESPACE_CHARACTER, chars, location: null })
      } else this.sink.onCharacter({ type: TokenType.CHARACTER, chars, location: null })
    }
  }

  private emitComment(start: number, end: number): void {
    const data = new Comment(this.source, start, end) as unknown as string
    this.sink.onComment({ type: TokenType.COMMENT, data, location: null })
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

/** A token whose `chars` is the text node to be: the tree adapter takes it in the place of a string. */
function characterToken(
  type: Token.CharacterToken['type'],
  source: PageSource,
  start: number,
  end: number,
  isRaw: boolean,
): Token.CharacterToken {
  return { type, chars: new Text(source, start, end, isRaw) as unknown as string, location: null }
}
