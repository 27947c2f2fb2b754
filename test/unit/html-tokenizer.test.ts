import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TokenizerMode, type Token } from 'parse5'
import type { AttributeList } from '../../core/html/tokenize/attribute-list.ts'
import { PageCharacters } from '../../core/html/tokenize/source.ts'
import { PageTokenizer, type TokenSink, type WhitespaceRule } from '../../core/html/tokenize/tokenizer.ts'
import { html5libDirectory, reportConformance, requireShared } from '../support/shared-data.ts'

type ExpectedToken = readonly [kind: string, ...rest: unknown[]]

interface TokenizerTest {
  readonly description: string
  readonly input: string
  readonly output: readonly ExpectedToken[]
  readonly initialStates?: readonly string[]
  readonly lastStartTag?: string
  readonly doubleEscaped?: boolean
}

const STATES: Record<string, number> = {
  'Data state': TokenizerMode.DATA,
  'RCDATA state': TokenizerMode.RCDATA,
  'RAWTEXT state': TokenizerMode.RAWTEXT,
  'Script data state': TokenizerMode.SCRIPT_DATA,
  'PLAINTEXT state': TokenizerMode.PLAINTEXT,
  'CDATA section state': TokenizerMode.CDATA_SECTION,
}

/** Collects tokens in the notation of the conformance tests. */
class CollectingSink implements TokenSink {
  readonly tokens: unknown[][] = []
  skipNextNewLine = false
  readonly whitespaceRule: WhitespaceRule
  private readonly source: PageCharacters

  constructor(source: PageCharacters, whitespaceRule: WhitespaceRule) {
    this.source = source
    this.whitespaceRule = whitespaceRule
  }

  toTokenAttributes(_: unknown, attributes: AttributeList): Token.Attribute[] {
    return attributes.all
  }
  onStartTag(token: Token.TagToken): void {
    const attributes = Object.fromEntries(token.attrs.map(({ name, value }) => [name, value]))
    this.tokens.push(['StartTag', token.tagName, attributes, ...(token.selfClosing ? [true] : [])])
  }
  onEndTag(token: Token.TagToken): void {
    this.tokens.push(['EndTag', token.tagName])
  }
  onTextRange(start: number, end: number, isRaw: boolean): void {
    this.addText(isRaw ? this.source.readRaw(start, end) : this.source.readText(start, end))
  }
  onWhitespaceRange(start: number, end: number, isRaw: boolean): void {
    this.onTextRange(start, end, isRaw)
  }
  onCommentRange(start: number, end: number): void {
    this.tokens.push(['Comment', this.source.readRaw(start, end)])
  }
  onCharacter(token: Token.CharacterToken): void {
    this.addText(token.chars)
  }
  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.addText(token.chars)
  }
  onNullCharacter(token: Token.CharacterToken): void {
    this.addText(token.chars)
  }
  onDoctype(token: Token.DoctypeToken): void {
    this.tokens.push(['DOCTYPE', token.name, token.publicId, token.systemId, !token.forceQuirks])
  }
  onEof(): void {
    // The conformance tests have no token for it.
  }

  private addText(text: string): void {
    const last = this.tokens.at(-1)
    if (last?.[0] === 'Character') last[1] = String(last[1]) + text
    else this.tokens.push(['Character', text])
  }
}

function unescape(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function unescapeAll(value: unknown): unknown {
  if (typeof value === 'string') return unescape(value)
  if (Array.isArray(value)) return value.map(unescapeAll)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [unescape(key), unescapeAll(entry)]))
  }
  return value
}

function tokenize(source: PageCharacters, state: number, lastStartTag: string, rule: WhitespaceRule): unknown[][] {
  const sink = new CollectingSink(source, rule)
  const tokenizer = new PageTokenizer(source, sink)
  tokenizer.state = state
  tokenizer.lastStartTagName = lastStartTag
  tokenizer.inForeignNode = state === TokenizerMode.CDATA_SECTION
  tokenizer.run()
  return sink.tokens
}

/** The page as text, and as bytes if UTF-8 can encode it. */
function sourcesOf(input: string): PageCharacters[] {
  const sources = [PageCharacters.ofText(input)]
  const hasLoneSurrogate = /\p{Surrogate}/u.test(input)
  if (!hasLoneSurrogate) sources.push(PageCharacters.ofUtf8(Buffer.from(input)))
  return sources
}

test('the tokenizer passes the conformance tests of the standard', (t) => {
  const directory = join(html5libDirectory, 'tokenizer')
  if (!requireShared(t, directory)) return
  let count = 0
  let passed = 0
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.test'))) {
    const { tests = [] } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as { tests?: TokenizerTest[] }
    for (const entry of tests) {
      const input = entry.doubleEscaped ? unescape(entry.input) : entry.input
      const output = entry.doubleEscaped ? unescapeAll(entry.output) : entry.output
      const expected = joinText(
        (output as ExpectedToken[]).map((token) => (token[0] === 'EndTag' ? token.slice(0, 2) : token)),
      )
      for (const stateName of entry.initialStates ?? ['Data state']) {
        const state = STATES[stateName]
        assert.ok(state !== undefined, stateName)
        for (const source of sourcesOf(input)) {
          for (const rule of ['none', 'leading', 'all'] as const) {
            const actual = tokenize(source, state, entry.lastStartTag ?? '', rule)
            assert.deepEqual(actual, expected, `${file}: ${entry.description}, ${stateName}, ${JSON.stringify(input)}`)
            count++
          }
        }
      }
      passed++
    }
  }
  reportConformance(t, passed, passed)
  t.diagnostic(`${count} token streams compared`)
  assert.ok(count > 10_000, `only ${count} token streams were compared`)
})

function joinText(tokens: readonly (readonly unknown[])[]): unknown[][] {
  const joined: unknown[][] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (token[0] === 'Character' && last?.[0] === 'Character') last[1] = String(last[1]) + String(token[1])
    else joined.push([...token])
  }
  return joined
}
