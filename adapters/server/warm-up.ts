import { DEFAULT_RECORD } from '../../core/index.ts'
import type { PageExtractor } from '../pages/pool/page-extractor.ts'
import { generateAsin, generateProduct, renderProduct } from '../sandbox/index.ts'

/** Each has its own words, and one has its own writing. */
const DOMAINS = ['com', 'de', 'co.jp'] as const

/**
 * Extracts a simulated page of each domain in each thread: the first page of a thread costs ten times as much as later
 * ones, because nothing of the code has run before, and the fourth twice as much. A page that fails says nothing: the
 * machine can be busy.
 */
export async function warmUp(extractor: PageExtractor, threads: number): Promise<void> {
  const { signal } = new AbortController()
  for (const domain of DOMAINS) {
    const html = renderProduct(generateProduct({ asin: generateAsin(domain), domain }), { weight: 'real' })
    const options = { record: DEFAULT_RECORD.name, domain, status: 200 }
    // At the same time, so that each is in a thread of its own.
    await Promise.allSettled(
      Array.from({ length: threads }, () => extractor.extract(Buffer.from(html), options, signal)),
    )
  }
}
