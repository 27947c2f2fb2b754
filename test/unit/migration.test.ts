import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/root.ts'

/** What the entries of 0.2.0 exported, types among it. */
const EXPORTS_OF_0_2_0: Readonly<Record<string, string>> = {
  '.': 'Attempt Card CardField CardPath Charset CharsetEvidence Delivery DetailLabels ErrorCode ExtractProductOptions ExtractSearchOptions FeaturedMerchant Format ImageRules Issue Language LinkOwner LinkRules MAX_PAGE_SIZE Marketplace Offer OfferCondition OverviewRow Page PageFacts PageInput PageKind PageRules PageVerdict ParsePageOptions Patterns PriceMarkup Product ProductExtraction ProductField ProductMap ProductWinners RecordSchema Review SalesRank SearchExtraction SearchMap SearchPath SearchResponse SearchWinners Selectors ShelfmarkError Sign Site StarShare StateKeys Step TextRules UnitPrice Variation Winners WordedPageKind cardSchema classifyPage cleanUrl combineSearchPages compileMarketplace emptyCard emptyProduct emptyValueOf extractProduct extractSearch isAsinMismatch isOfMarketplace parsePage productSchema productUrl recogniseDomain searchSchema toBytes',
  './pages':
    'Card Domain ExtractPageOptions Issue OtherPage PageExtraction PageInput PageKind Product ProductPage SearchPage SearchResponse ShelfmarkError domains extractPage extractResponse isDomain',
  './sandbox':
    'Locale PRODUCT_LAYOUTS PageState PageWeight ProductLayout ProductRequest ProductTruth RenderOptions SEARCH_LAYOUTS SEARCH_SORTS SITUATIONS_OF SearchLayout SearchRequest SearchSort SearchTruth Situation StateOptions StatePage generateAsin generateProduct generateSearch isBook pageStates renderProduct renderSearch renderState requireLocale',
  './sandbox/server':
    'Delivery PageSource ProductPageRequest RunningSandbox Sandbox SandboxAnswer SandboxOptions SandboxRequest SearchPageRequest StartSandboxOptions builtInPages describeSandbox startSandbox',
  './selectors':
    'Domain ae baseProduct baseSearch baseSite ca coJp coUk com comAu comBr comMx comTr de domains eg es fr inMarketplace isDomain it languages marketplaces nl pl sa se sg site',
  './server':
    'Config ConfigError OpenService RunningService Service SpelledResponse createApp openService readConfig startService',
  './webhook': 'SignedBody VerifyOptions WebhookBody WebhookHeaders WebhookMessage signWebhook verifyWebhook',
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly types: string }>>
}

/** Names that a source file exports, with those of the files that it exports as a whole. */
function listExports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().replace(/^(?:type )?(?:\w+ as )?/, '')),
  )
  const own = [...text.matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm)]
  const whole = [...text.matchAll(/^export \* from '(.+)'/gm)]
  return [
    ...lists,
    ...own.map(([, name = '']) => name),
    ...whole.flatMap(([, path = '']) => listExports(join(dirname(file), path))),
  ]
}

test('MIGRATION names every export of 0.2.0 that is gone, and none that is there', () => {
  const document = readFileSync(join(root, 'MIGRATION.md'), 'utf8')
  const [, table = ''] = /^These names of 0\.2\.0 are gone:\n\n((?:\|.*\n)+)/m.exec(document) ?? []
  const named = [...table.matchAll(/^\|[^|]*\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  const gone = Object.entries(EXPORTS_OF_0_2_0).flatMap(([entry, names]) => {
    const file = join(
      root,
      String(exports[entry]?.types)
        .replace(/^\.\/dist\//, '')
        .replace(/\.d\.ts$/, '.ts'),
    )
    const now = listExports(file)
    assert.ok(now.length > 0, file)
    return names.split(' ').filter((name) => !now.includes(name))
  })
  assert.deepEqual(named.toSorted(), gone.toSorted())
})
