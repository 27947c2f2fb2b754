import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, SelectorType, type Selector } from 'css-what'
import { html } from 'parse5'
import { itemResultSchema } from '../../core/contract/index.ts'
import { productSchema, records, recordSchemas } from '../../core/index.ts'
import type { Language } from '../../core/marketplace/language.ts'
import { base, languages, site } from '../../selectors/index.ts'
import { root } from '../support/root.ts'
import { literalsOf } from '../support/source-literals.ts'

const core = join(root, 'core')
const sources = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const literals = sources.flatMap((file) =>
  literalsOf(readFileSync(join(core, file), 'utf8')).map((literal) => ({ file, literal })),
)

/** Every string and pattern in some data, at any depth. */
function textsOf(data: unknown): string[] {
  if (typeof data === 'string') return [data]
  if (data instanceof RegExp) return [data.source]
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) => (/^\p{L}+$/u.test(key) ? [] : [key]).concat(textsOf(value)))
}

/** Ids, classes and attribute values that a selector names. */
function namesOf(tokens: readonly Selector[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === SelectorType.Attribute) return token.value.split(/\s+/)
    const isList = token.type === SelectorType.Pseudo && Array.isArray(token.data)
    return isList ? (token.data as Selector[][]).flatMap(namesOf) : []
  })
}

const selectors = [
  ...records.flatMap(({ name }) => textsOf(base[name])),
  ...textsOf(site.price),
  ...textsOf([site.pages.cards, site.pages.gates.map(({ any }) => any), site.pages.noResults, site.pages.results]),
  ...textsOf([site.pages.productMarks, site.pages.shopPages.map(({ blocks }) => blocks), site.pages.canonical]),
]
const markup = [
  ...selectors.flatMap((selector) => parse(selector).flatMap(namesOf)),
  ...textsOf(site.text),
  ...textsOf([site.state, site.stateMembers, site.links.keptParameters, site.links.productPath]),
  ...textsOf([site.pages.realPageMarkers, site.pages.gateMarkers, site.pages.errorMarkers, site.pages.robotNote]),
]
/** Words that mean something only next to each other, such as "not" and "delivered to", are those of any message. */
const alone = (language: Language): Partial<Language> => ({ ...language, undeliverable: { not: [], place: [] } })
const words = languages
  .flatMap((language) => [...textsOf(alone(language)), ...Object.keys(language.multipliers)])
  .map((word) =>
    word
      .replace(/\{\w+\}/g, ' ')
      .replace('*', ' ')
      .trim(),
  )

/** Every key of some data, at any depth: the names that the types of core give to the parts of a field. */
function keysOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || data instanceof RegExp) return []
  return Object.entries(data).flatMap(([key, value]) => [key].concat(keysOf(value)))
}

/** Names that the site shares with the record, its types, HTML, JavaScript or English. */
const SHARED = new Set<string>([
  ...[...Object.values(base), site, ...languages].flatMap(keysOf),
  ...Object.values(site.pages.statuses),
  'captcha', // a kind of page
  'node', // another
  'ASIN', // the id of a product
  'value', // an attribute
  'true',
  'tag', // domhandler's type of an element
  'empty', // an outcome of an attempt
  'bom', // a byte order mark
  'active', // a state of a watch
  'deliver', // a member of a batch
  'sort', // what other services call sort_by
  ...[...recordSchemas.values()].flatMap(({ entries = {} }) => Object.keys(entries)),
  ...Object.keys(itemResultSchema.entries), // members of the result of an item: `index`
  ...Object.values(html.TAG_NAMES),
  ...Object.values(html.ATTRS),
  ...namesOfMembers(productSchema),
])

/** Members and values of nested schemas: `seller_name`, `used_good` ... */
function namesOfMembers(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { entries, options, wrapped, item, pipe } = schema as Record<string, unknown>
  const own = typeof entries === 'object' && entries !== null ? Object.keys(entries) : []
  const values = Array.isArray(options) ? options.filter((option) => typeof option === 'string') : []
  const inner = [entries, options, wrapped, item, pipe].flatMap((part) =>
    typeof part === 'object' && part !== null ? Object.values(part).flatMap(namesOfMembers) : [],
  )
  return [...own, ...values, ...inner, ...[wrapped, item].flatMap(namesOfMembers)]
}

const BORDER = /[\p{L}\p{N}_]/u

/** Whether a literal contains a name that no letter or digit continues. */
function contains(literal: string, name: string): boolean {
  for (let at = literal.indexOf(name); at >= 0; at = literal.indexOf(name, at + 1)) {
    if (!BORDER.test(literal[at - 1] ?? ' ') && !BORDER.test(literal[at + name.length] ?? ' ')) return true
  }
  return false
}

/** Descriptions of fields, which are whole sentences in English. */
const isDescription = (literal: string): boolean => /^["A-Z][^\\]* [^\\]*\.$/.test(literal)

/** A short name in lower case can be a word of any message: it must be a whole literal, or an alternative of a pattern. */
const isPlain = (name: string): boolean => /^[a-z]{1,12}$/.test(name)

/** Where the alternatives of a pattern begin and end. */
const ALTERNATIVE = /[|()?:^$]+/

/** Whether a literal lists names, not words of a message. */
const isList = (literal: string): boolean =>
  /^[\w-]+(?: [\w-]+){5,}$/.test(literal) && !/ (?:a|of|or|the) /.test(literal)

function findUses(names: readonly string[], fold: (literal: string) => string = (literal) => literal): string[] {
  const wanted = [...new Set(names)].filter((name) => name.length > 1 && !SHARED.has(name) && !/^[\d\W]+$/.test(name))
  assert.ok(wanted.length > 100, `only ${wanted.length} names`)
  const searched = literals.filter(({ literal }) => !isDescription(literal))
  return wanted.flatMap((name) =>
    searched
      .filter(({ literal }) => {
        const text = fold(literal)
        return isPlain(name) ? text.split(isList(text) ? ' ' : ALTERNATIVE).includes(name) : contains(text, name)
      })
      .map(({ file, literal }) => `${file}: "${name}" in ${literal}`),
  )
}

const toLowerCase = (text: string): string => text.toLowerCase()

test('the literals of core are found, those in comments are not', () => {
  assert.ok(sources.length > 80 && literals.length > 500, `${literals.length} literals of ${sources.length} files`)
  const source = "// 'a'\nconst b = 'b' /* \"c\" */ + `d${e}` + f.replace(/g'[/]/, \"h\") / 2 / 'i'"
  assert.deepEqual(literalsOf(source), ['b', 'd${e}', "g'[/]", 'h', 'i'])
})

test('core names no id, class, attribute value, key or marker of the site', () => {
  assert.deepEqual(findUses(markup), [])
})

test('core names no word of a language that the site prints', () => {
  assert.deepEqual(findUses(words, toLowerCase), [])
})

test('a name of the site in core would be found', () => {
  const planted = [
    '.a-price-whole',
    'productTitle',
    '^(?:sns|rent)',
    'rh bbn srs filterbystar searchalias reviewertype',
    'gratis',
    'prime|Kostenlos',
  ]
  const entries = planted.map((literal) => ({ file: 'planted.ts', literal }))
  literals.push(...entries)
  try {
    const uses = [...findUses(markup), ...findUses(words, toLowerCase)]
    for (const literal of planted)
      assert.ok(
        uses.some((use) => use.endsWith(` in ${literal}`)),
        literal,
      )
  } finally {
    literals.length -= planted.length
  }
})
