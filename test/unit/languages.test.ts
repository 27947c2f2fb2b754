import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Language } from '../../core/marketplace/language.ts'
import { Templates } from '../../core/marketplace/word-patterns.ts'
import { foldLabel } from '../../core/text/label.ts'
import { languages, marketplaces } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

const folder = join(root, 'selectors/languages')

/** Words of one list, as the language file exports them. */
interface List {
  readonly path: string
  readonly words: readonly string[]
}

function listWords(entry: unknown, path: string): List[] {
  if (typeof entry !== 'object' || entry === null) return []
  if (!Array.isArray(entry)) {
    const members = Object.entries(entry)
    if (members.every(([, value]) => typeof value === 'number')) return [{ path, words: Object.keys(entry) }]
    return members.flatMap(([name, value]) => listWords(value, `${path}.${name}`))
  }
  if (entry.every((word): word is string => typeof word === 'string')) return [{ path, words: entry }]
  return entry.flatMap((inner, index) => listWords(inner, `${path}[${index}]`))
}

function listsOf(language: Language): List[] {
  return listWords(language, language.code)
}

const WORD = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\p{L}\p{M}]+)(?=: \d)/gu
const OPENING = /[[{]/g
const CLOSING = /[\]}]/g
const KNOWLEDGE = 'From knowledge.'
const SEEN = /^((?:[a-z.]+, )*[a-z.]+) (20\d\d(?:, 20\d\d){0,2}|20\d\d to 20\d\d)$/

interface SourceLine {
  readonly words: readonly string[]
  readonly comment: string | null
  /** Number of brackets that the line opens, less those that it closes. */
  readonly depth: number
}

function readLine(line: string): SourceLine {
  const masked = line.replaceAll(WORD, (word) => '_'.repeat(word.length))
  const at = masked.indexOf('//')
  const end = at < 0 ? line.length : at
  const code = masked.slice(0, end)
  return {
    words: [...line.slice(0, end).matchAll(WORD)].map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
    comment: at < 0 ? null : line.slice(at + 3),
    depth: (code.match(OPENING)?.length ?? 0) - (code.match(CLOSING)?.length ?? 0),
  }
}

/** Checks one origin: "From knowledge.", or marketplaces and years: "de, fr 2019, 2026". */
function findProblem(origin: string): string | null {
  if (origin === KNOWLEDGE || origin === 'from knowledge') return null
  const [, domains, years] = SEEN.exec(origin) ?? []
  if (domains === undefined || years === undefined) return `"${origin}" is not an origin`
  const unknown = domains.split(', ').find((domain) => !marketplaces.has(domain))
  if (unknown !== undefined) return `"${unknown}" in "${origin}" is not a marketplace`
  const sorted = years.split(/, | to /)
  return sorted.join() === sorted.toSorted().join() ? null : `years of "${origin}" are not in order`
}

/** Words of a language file with an origin, and the mistakes of the others. */
function readOrigins(file: string): { readonly words: string[]; readonly problems: string[] } {
  const words: string[] = []
  const problems: string[] = []
  let depth = 0
  let knowledgeDepth = Number.POSITIVE_INFINITY
  // The names of countries have a file of their own.
  const source = [file, `countries/${file}`].map((path) => readFileSync(join(folder, path), 'utf8')).join('')
  for (const [index, line] of source.split('\n').entries()) {
    if (/^import |^ {2}code: /.test(line)) continue
    const read = readLine(line)
    depth += read.depth
    if (depth < knowledgeDepth) knowledgeDepth = Number.POSITIVE_INFINITY
    const position = `${file}:${index + 1}`
    if (read.words.length === 0) {
      if (read.comment === KNOWLEDGE) knowledgeDepth = depth
      continue
    }
    words.push(...read.words)
    const isKnowledge = knowledgeDepth < Number.POSITIVE_INFINITY
    if (read.comment === null) {
      if (!isKnowledge) problems.push(`${position}: no origin of "${read.words.join('", "')}"`)
      continue
    }
    if (isKnowledge) problems.push(`${position}: two origins`)
    const origins = read.comment.split('; ')
    if (origins.length > read.words.length) problems.push(`${position}: more origins than words`)
    problems.push(...origins.flatMap((origin) => findProblem(origin) ?? []).map((text) => `${position}: ${text}`))
  }
  return { words, problems }
}

test('every word of every language has a note where it was seen, or "from knowledge"', () => {
  const expected = languages.map(({ code }) => `${code}.ts`).toSorted()
  for (const path of [folder, join(folder, 'countries')]) {
    const files = readdirSync(path).filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    assert.deepEqual(files.toSorted(), expected)
  }
  let seen = 0
  for (const language of languages) {
    const { words, problems } = readOrigins(`${language.code}.ts`)
    assert.deepEqual(problems, [])
    const exported = listsOf(language).flatMap((list) => list.words)
    assert.deepEqual(words.toSorted(), exported.toSorted(), `words read from ${language.code}.ts`)
    assert.ok(exported.length > 30, `only ${exported.length} words looked at in ${language.code}.ts`)
    seen += exported.length
  }
  assert.ok(seen > 2000, `only ${seen} words looked at`)
})

const TEMPLATES = /^\w+\.(?:byline|deliver_to|sales_rank)$/
/** Lists whose words are compared without folding: "2ª" and "2a" differ. */
const UNFOLDED = /^\w+\.(?:ordinals|company|prime|past)$/

/** What a word is compared as. */
function toKey(path: string, word: string): string {
  if (TEMPLATES.test(path)) return new Templates([word]).pattern.source.toLowerCase()
  return UNFOLDED.test(path) ? word.toLowerCase() : foldLabel(word)
}

test('no list has two words that differ in case, diacritics or direction marks only', () => {
  for (const language of languages) {
    const lists = listsOf(language)
    assert.ok(lists.length > 20, `only ${lists.length} lists looked at in ${language.code}.ts`)
    for (const { path, words } of lists) {
      const keys = words.map((word) => toKey(path, word))
      const repeated = words.filter((word, index) => keys.indexOf(toKey(path, word)) < index)
      assert.deepEqual(repeated, [], path)
    }
  }
})
