// Crawls products with Crawlee and Playwright, and reads them in this process: no server, no key.
//
//   npm install crawlee playwright
//   npx tsx examples/crawl.ts http://127.0.0.1:8080/de/dp/B0SHLFX301
//
// That is a page of the simulated marketplace, which `npx shelfmark sandbox` serves.
import { fileURLToPath } from 'node:url'
import type { PlaywrightCrawlingContext } from 'crawlee'
import { extractPage } from 'shelfmark/pages'

/** Reads the page of a product. Throws for a page without a record, such as a captcha: Crawlee tries again then. */
export async function handlePage({
  request,
  page,
  response,
  pushData,
}: Pick<PlaywrightCrawlingContext, 'request' | 'page' | 'response' | 'pushData'>): Promise<void> {
  const found = extractPage(await page.content(), { url: page.url(), status: response?.status() })
  if (found.kind !== 'product' || found.record === null) {
    throw new Error(`${request.url} gave a page of kind ${found.kind}: ${found.evidence}`)
  }
  await pushData({ ...found.record, issues: found.issues })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PlaywrightCrawler } = await import('crawlee')
  // A page of a shop at a time, at a pace that no shop notices.
  const crawler = new PlaywrightCrawler({ requestHandler: handlePage, maxConcurrency: 1, maxRequestsPerMinute: 20 })
  await crawler.run(process.argv.slice(2))
}
