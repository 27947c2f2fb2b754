// Takes more than 20 seconds: real pages are parsed with the positions of their elements, and extracted without each of four blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterMap } from 'parse5'
import { extractPage } from '../../adapters/pages/extract-page.ts'
import type { PageDomain } from '../../selectors/index.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

/** Ids of the blocks that are taken away together, in the layouts of all years. */
const blocks = {
  title: [
    'h1', // all of them
    'titleBlock',
    'titleSection',
    'title_feature_div',
    'title',
    'productTitle',
    'ebooksTitle',
    'ebooksProductTitle',
    'ebooksTitle_feature_div',
    'mobile_productTitleGroup_inner_feature_div',
    'gc-asin-title',
    'btAsinTitle',
    'aiv-content-title',
    'product-title',
    'mas-title',
    'dmusicProductTitle_feature_div',
  ],
  'buy box': [
    'rightCol',
    'desktop_buybox',
    'mobile_buybox',
    'buybox',
    'buybox_feature_div',
    'buyBoxContent',
    'handleBuy',
  ],
  'price block': [
    'price',
    'price_feature_div',
    'unifiedPrice_feature_div',
    'apex_desktop',
    'apex_offerDisplay_desktop',
    'apex_offerDisplay_mobile_feature_div',
    'corePrice_desktop',
    'corePrice_feature_div',
    'corePriceDisplay_desktop_feature_div',
    'corePriceDisplay_mobile_feature_div',
    'priceBlock',
    'actualPriceRow',
  ],
  details: [
    'prodDetails',
    'productDetails_feature_div',
    'productDetails_techSpec_section_1',
    'productDetails_detailBullets_sections1',
    'detailBullets_feature_div',
    'detailBulletsWrapper_feature_div',
    'detailBulletsWithExceptions_feature_div',
    'detail_bullets_id',
    'detail-bullets',
    'productDetailsTable',
    'technicalSpecifications_feature_div',
    'audibleProductDetails',
    'productOverview_feature_div',
    'SalesRank',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Values that only a page without a block has, and that are right for it. Checked one by one. */
const exceptions: readonly RegExp[] = [
  /\.pricing_url "[^"]*\/offer-listing\/\w{10}"$/, // another link to the same offers
  /^fr__product__\w+\.html: \.pricing_(?:count|lowest) /, // the selected format counts new and used offers together
  /^com__product__B07H57DNVV__1\.html: \.pricing_lowest /, // the offers of other sellers are announced outside too
  /B07ZPKN6YR\w*\.html: \.brand "Amazon Renewed"$/, // the byline names a program, and the overview is gone
]

type Block = keyof typeof blocks
type Node = DefaultTreeAdapterMap['node']

/** Where the elements with an id start and end, in a page whose characters are its bytes. */
type Ranges = ReadonlyMap<string, readonly (readonly [start: number, end: number])[]>

/** Ids that a block names. */
const named: ReadonlySet<string> = new Set(Object.values(blocks).flat())

const toBinary = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

function locate(binary: string): Ranges {
  const ranges = new Map<string, [number, number][]>()
  const open: Node[] = [parse(binary, { sourceCodeLocationInfo: true })]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('childNodes' in node) open.push(...node.childNodes)
    if (!adapter.isElementNode(node) || node.tagName === 'input') continue
    const id = node.attrs.find(({ name }) => name === 'id')?.value
    const at = node.sourceCodeLocation
    if (at?.endTag === undefined) continue
    const range: [number, number] = [at.startOffset, at.endOffset]
    for (const name of [node.tagName === 'h1' ? 'h1' : undefined, id]) {
      if (name !== undefined && named.has(name)) ranges.set(name, [...(ranges.get(name) ?? []), range])
    }
  }
  return ranges
}

/** The page without a block. Absent: null, the page has no such block. */
function takeAway(block: Block, binary: string, ranges: Ranges): Uint8Array | null {
  const cuts = blocks[block].flatMap((id) => ranges.get(id) ?? []).toSorted(([a], [b]) => a - b)
  if (cuts.length === 0) return null
  let rest = ''
  let position = 0
  for (const [start, end] of cuts) {
    if (start > position) rest += binary.slice(position, start)
    position = Math.max(position, end)
  }
  return Buffer.from(rest + binary.slice(position), 'latin1')
}

/** Values at the ends of a record, each with its path. Items of a list have the same path, and so have the lines of a text. */
function* leavesOf(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      yield* leavesOf(member, Array.isArray(value) ? path : `${path}.${key}`)
    }
  } else if (typeof value === 'string' && value.includes('\n')) {
    yield* leavesOf(value.split('\n'), path)
  } else if (value !== null && value !== '' && value !== 0 && value !== false) {
    yield `${path} ${JSON.stringify(value)}`
  }
}

/** A page as it is, which every block is taken from. */
interface WholePage {
  readonly file: string
  readonly domain: PageDomain
  readonly ranges: Ranges
  /** Values of its record. Absent: null, it has no record. */
  readonly known: ReadonlySet<string> | null
}

let read: readonly WholePage[] | null = null

/** The product pages. Read once: to parse them takes longer than to extract what is left of them. */
function readWholePages(): readonly WholePage[] {
  read ??= listCorpusPages()
    .filter(({ kind }) => kind === 'product')
    .map(({ file, domain }) => {
      const bytes = readCorpusPage(file)
      const { kind, record } = extractPage(bytes, { domain })
      const known = kind === 'product' && record !== null ? new Set(leavesOf(record)) : null
      return { file, domain, ranges: locate(toBinary(bytes)), known }
    })
  return read
}

for (const block of Object.keys(blocks) as Block[]) {
  test(`a real product page without its ${block} stays a product, and no value comes from elsewhere`, (t) => {
    if (!requireShared(t, corpusDirectory)) return
    let count = 0
    const wrong: string[] = []
    for (const { file, domain, ranges, known } of readWholePages()) {
      const ablated = takeAway(block, toBinary(readCorpusPage(file)), ranges)
      if (ablated === null) continue
      count++
      const rest = extractPage(ablated, { domain })
      if (rest.kind !== 'product') {
        wrong.push(`${file}: ${rest.kind} (${rest.evidence})`)
      } else if (rest.record === null) {
        wrong.push(`${file}: no record`)
      } else if (known !== null) {
        // Values that the record of the whole page does not have.
        const strange = [...leavesOf(rest.record)].filter((leaf) => !known.has(leaf))
        const { title } = rest.record
        const ofDocument = rest.issues.find(({ field, problem }) => field === 'title' && problem === 'missing')?.text
        const isTitle = (value: string): boolean =>
          /^\.(?:title|product_name) /.test(value) && (ofDocument?.includes(title.slice(0, 200)) ?? false)
        wrong.push(...strange.filter((value) => !isTitle(value)).map((value) => `${file}: ${value}`))
      }
    }
    t.diagnostic(`${count} pages`)
    assert.ok(count > 75, `${count} pages`)
    const unexpected = wrong.filter((message) => !exceptions.some((exception) => exception.test(message)))
    assert.deepEqual(unexpected, [])
  })
}
