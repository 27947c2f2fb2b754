// Prints the products whose price has changed since the last run. Run it from cron.
//
//   export SHELFMARK_URL=http://127.0.0.1:8080 SHELFMARK_KEY=svc_test_...
//   npx tsx examples/watch-prices.ts prices.json de B0SHLFX301 B0SHLFS081
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createClient, ServiceError } from 'shelfmark/client'
import { isDomain } from 'shelfmark/pages'

const [file, domain, ...asins] = process.argv.slice(2)
if (file === undefined || domain === undefined || !isDomain(domain) || asins.length === 0) {
  console.error('Usage: watch-prices.ts FILE DOMAIN ASIN...')
  process.exit(2)
}

const client = createClient({
  baseUrl: process.env.SHELFMARK_URL ?? 'http://127.0.0.1:8080',
  key: process.env.SHELFMARK_KEY ?? '',
})
const prices: Record<string, number | null> = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number | null>)
  : {}

for (const asin of asins) {
  try {
    const { data } = await client.product({ query: asin, domain })
    const before = prices[asin]
    if (before !== undefined && before !== data.price) {
      console.log(`${asin}: ${before} -> ${data.price} ${data.currency} ${data.title}`)
    }
    prices[asin] = data.price
  } catch (error) {
    // The client has waited out what passes by itself. One product that is gone must not keep the others.
    if (!(error instanceof ServiceError)) throw error
    console.error(`${asin}: ${error.message}`)
  }
}
writeFileSync(file, `${JSON.stringify(prices, null, 2)}\n`)
