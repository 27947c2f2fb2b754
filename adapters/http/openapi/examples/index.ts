import type { RecordName } from '../../../../core/index.ts'
import { explainedProductExample } from './explained.ts'
import { lazyExample, type Examples } from './lazy-example.ts'
import { productExample, productWithHtmlExample, productWithScreenshotExample } from './product.ts'
import { noResultsExample, searchExample } from './search.ts'
import { simulatedExample } from './simulated.ts'

/** Invented records that have a value in every field. */
const WRITTEN: Readonly<Partial<Record<RecordName, Examples>>> = {
  product: {
    product: { summary: 'A product', value: productExample },
    product_with_html: { summary: 'The same with `add_html`', value: productWithHtmlExample },
    product_with_screenshot: { summary: 'The same with `screenshot`', value: productWithScreenshotExample },
    product_explained: { summary: 'The same with `explain`', value: explainedProductExample },
  },
  search: {
    results: { summary: 'Two cards, one of them an ad', value: searchExample },
    no_results: { summary: 'Nothing matched', value: noResultsExample },
  },
}

/** Examples of a record: written ones, else what a sandbox key gets for the example parameters. */
export function examplesOf(record: RecordName): Examples {
  return WRITTEN[record] ?? { simulated: lazyExample('A simulated page', () => simulatedExample(record)) }
}
