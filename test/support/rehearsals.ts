import { productSchema } from '../../core/index.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Adds a line to a list after another. */
const after = (file: string, find: string, line: string) => ({ file, find, put: `${find}\n${line}` })

/** A record that is a list of things, with a parameter of its own. */
export const record: Rehearsal = {
  name: 'record',
  readme: 'core/records/README.md',
  heading: 'Add a record',
  placeholders: { '<name>': 'wish-list', '<record>': 'wish_list' },
  edits: [
    after(
      'core/records/definitions.ts',
      "export { search } from './search/record.ts'",
      "export { wishList as wish_list } from './wish-list/record.ts'",
    ),
    after(
      'core/records/extractors.ts',
      "export { extractSearch as search } from './search/extract.ts'",
      "export { extractWishList as wish_list } from './wish-list/extract.ts'",
    ),
    after(
      'selectors/base/maps.ts',
      "export { baseSearch as search } from './search/index.ts'",
      "export { baseWishList as wish_list } from './wish-list/index.ts'",
    ),
    after(
      'adapters/sandbox/records/index.ts',
      "export { simulatedSearch as search } from './search/record.ts'",
      "export { simulatedWishList as wish_list } from './wish-list/record.ts'",
    ),
  ],
  tests: ['test/service/wish-list.test.ts'],
}

/** A record of five fields, without rows, without parameters of its own, without a README. */
export const smallRecord: Rehearsal = {
  ...record,
  name: 'small-record',
  placeholders: { '<name>': 'seller-page', '<record>': 'seller_page' },
  edits: [
    after(
      'core/records/definitions.ts',
      "export { offers } from './offers/record.ts'",
      "export { sellerPage as seller_page } from './seller-page/record.ts'",
    ),
    after(
      'core/records/extractors.ts',
      "export { extractOffers as offers } from './offers/extract.ts'",
      "export { extractSellerPage as seller_page } from './seller-page/extract.ts'",
    ),
    after(
      'selectors/base/maps.ts',
      "export { baseOffers as offers } from './offers/index.ts'",
      "export { baseSellerPage as seller_page } from './seller-page/index.ts'",
    ),
    after(
      'adapters/sandbox/records/index.ts',
      "export { simulatedOffers as offers } from './offers/record.ts'",
      "export { simulatedSellerPage as seller_page } from './seller-page/record.ts'",
    ),
  ],
  tests: [],
}

/** Position of `html`, the last field of a product. */
const HTML = Object.keys(productSchema.entries).length

/** A field of a product. */
export const field: Rehearsal = {
  name: 'field',
  readme: 'selectors/README.md',
  heading: 'Add a field',
  placeholders: { '<domain>': 'com', '<name>': 'care-note' },
  column: 3,
  optional: ['core/records/product/map.ts'],
  edits: [
    {
      file: 'core/records/product/schema.ts',
      find: "  html: described(v.optional(v.string()), 'The page as received; only if requested.'),",
      put: "  care_note: described(textOrNull, 'A line about care.'),\n  html: described(v.optional(v.string()), 'The page as received; only if requested.'),",
    },
    after('selectors/base/product/item.ts', 'export const item = {', "  care_note: ['#careNote'],"),
    {
      file: 'core/records/product/description.ts',
      find: '} satisfies Partial<ProductFields>',
      put: '\n  /** A line about care. Source: golden/product/com/care-note. */\n  care_note: (field) => field.text({ isVisible: true }),\n} satisfies Partial<ProductFields>',
    },
    after(
      'adapters/http/openapi/examples/product.ts',
      "  delivery_location: 'Springfield 01101',",
      "  care_note: 'Hand wash only',",
    ),
    after('adapters/sandbox/records/product/truth/generate-product.ts', '    page: 1,', '    care_note: null,'),
    {
      file: 'core/records/product/README.md',
      find: `| ${HTML} | \`html\` |`,
      put: `| ${HTML} | \`care_note\` | string or null | A line about care. |\n| ${HTML + 1} | \`html\` |`,
    },
    {
      file: 'core/records/product/README.md',
      find: '`description`, `bullet_points` |',
      put: '`description`, `bullet_points`, `care_note` |',
    },
  ],
  tests: ['test/unit/care-note.test.ts'],
}

/** A marketplace whose pages have a new language. */
export const marketplace: Rehearsal = {
  name: 'marketplace',
  readme: 'selectors/README.md',
  heading: 'Add a marketplace',
  placeholders: { '<domain>': 'co-ie' },
  edits: [
    after('selectors/marketplaces/index.ts', "export { eg } from './eg.ts'", "export { coIe } from './co-ie.ts'"),
    after('selectors/marketplaces/all.ts', "import { eg } from './eg.ts'", "import { coIe } from './co-ie.ts'"),
    { file: 'selectors/marketplaces/all.ts', find: ', sa, eg]', put: ', sa, eg, coIe]' },
  ],
  // The tests of all marketplaces take it as it is: none of them knows how many there are.
  tests: [
    'test/unit/co-ie.test.ts',
    'test/unit/browser-bundle.test.ts',
    'test/service/other-marketplaces.test.ts',
    'test/service/visitor-sessions.test.ts',
  ],
}

/** The language of that marketplace. */
export const language: Rehearsal = {
  name: 'language',
  readme: 'selectors/README.md',
  heading: 'Add a language',
  placeholders: { '<xx>': 'ga' },
  edits: [
    after('selectors/languages/index.ts', "import { zh } from './zh.ts'", "import { ga } from './ga.ts'"),
    { file: 'selectors/languages/index.ts', find: ', hi, zh]', put: ', hi, zh, ga]' },
    after(
      'test/unit/text-reviews.test.ts',
      "  ['zh', '2024年3月2日在美国审核', '2024-03-02', 'US'],",
      "  ['ga', 'Ceanada, 8 Bealtaine 2021', '2021-05-08', 'CA'],",
    ),
  ],
  tests: ['test/unit/ga.test.ts', 'test/unit/languages.test.ts'],
}

/** A format of results. */
export const format: Rehearsal = {
  name: 'format',
  readme: 'adapters/pages/README.md',
  heading: 'Add a format',
  placeholders: { '<format>': 'tab-separated' },
  edits: [
    after(
      'adapters/pages/table/formats.ts',
      "import { parquet } from './parquet.ts'",
      "import { tabSeparated } from './tab-separated.ts'",
    ),
    {
      file: 'adapters/pages/table/formats.ts',
      find: '[jsonLines, json, csv, parquet]',
      put: '[jsonLines, json, csv, parquet, tabSeparated]',
    },
  ],
  tests: ['test/service/tab-separated.test.ts'],
}

/** An endpoint of the service that is not a record. */
export const endpoint: Rehearsal = {
  name: 'endpoint',
  readme: 'adapters/http/README.md',
  heading: 'Add an endpoint',
  placeholders: {},
  edits: [
    after(
      'core/contract/endpoints.ts',
      "  getReadiness: { method: 'GET', path: '/readyz' },",
      "  getPing: { method: 'GET', path: '/api/v1/ping' },",
    ),
    after(
      'adapters/http/operations.ts',
      "import { getLiveness, getReadiness } from './operations/health.ts'",
      "import { getPing } from './operations/ping.ts'",
    ),
    { file: 'adapters/http/operations.ts', find: '  getReadiness,\n', put: '  getReadiness,\n  getPing,\n' },
  ],
  tests: ['test/service/ping.test.ts'],
}

const STORE = 'adapters/store/store.ts'
const CREATE_STORE = 'adapters/store/sql/create-store.ts'
const MIGRATIONS = 'adapters/store/sql/migrations.ts'
const STORE_CONTRACT = 'test/contract/store-contract.ts'

/** Something that the store keeps, on both databases. */
export const entity: Rehearsal = {
  name: 'entity',
  readme: 'adapters/store/README.md',
  heading: 'Add a durable entity',
  placeholders: { '<name>': 'notes' },
  edits: [
    after(STORE, "import type { Ledger } from './ledger.ts'", "import type { Notes } from './notes.ts'"),
    after(STORE, '  readonly ledger: Ledger', '  readonly notes: Notes'),
    after(CREATE_STORE, "import { migrate } from './migrate.ts'", "import { SqlNotes } from './notes.ts'"),
    after(CREATE_STORE, '    audit: new SqlAudit(database),', '    notes: new SqlNotes(database),'),
    after(
      MIGRATIONS,
      "import { LEDGER_GUARDS, LEDGER_TABLES } from './tables/ledger.ts'",
      "import { NOTE_TABLES } from './tables/notes.ts'",
    ),
    after(MIGRATIONS, '    BATCH_TABLES,', '    NOTE_TABLES,'),
    after('adapters/store/sql/erase-workspace.ts', "  outbox: 'events',", '  notes: null,'),
    after('adapters/store/sql/rights.ts', "  creation_keys: 'ids of a day',", "  notes: 'texts',"),
    after(
      'adapters/store/operation.md',
      '| --- | --- | --- | --- | --- |',
      '| notes of operators | `notes` | yes | until they are replaced | removes them |',
    ),
    {
      file: 'adapters/store/README.md',
      find: '| `person-sessions.ts` | `store.',
      put: '| `notes.ts` | `store.notes`: `write`, `read` |\n| `person-sessions.ts` | `store.',
    },
    after(
      STORE_CONTRACT,
      "import { NOW, type Check, type StoreData } from './store-caller.ts'",
      "import { checkNotes } from './notes-contract.ts'",
    ),
    after(STORE_CONTRACT, '  checkWorkspaces(check)', '  checkNotes(check)'),
  ],
  tests: [
    'test/contract/store.test.ts',
    'test/postgres/store.test.ts',
    'test/contract/erased-tables.test.ts',
    'test/unit/retention.test.ts',
    'test/unit/store-readme.test.ts',
  ],
  pattern: 'notes:|every table|an erasure removes|files that exist',
}
