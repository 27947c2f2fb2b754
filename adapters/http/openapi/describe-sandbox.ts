import { ERRORS, type ServiceErrorCode } from '../../../core/contract/index.ts'
import { simulatedGtins } from '../../sandbox/truth/gtins.ts'
import { magicAsins } from '../../sandbox/records/product/magic.ts'

/** Errors that a sandbox key gets for special ASINs. The others get a record. */
export const SANDBOX_ERRORS: Readonly<Record<string, ServiceErrorCode>> = {
  B0CAPTCHA0: 'target_unreachable',
  B0GATE0000: 'target_unreachable',
  B0WAF00202: 'target_unreachable',
  B0AKAMAI00: 'target_unreachable',
  B0BUSY0503: 'target_unreachable',
  B0MANY0429: 'target_unreachable',
  B0ERROR500: 'target_unreachable',
  B0SIGNIN00: 'target_unreachable',
  B0GONE0404: 'product_not_found',
  B0GONE0200: 'product_not_found',
  B0GALLERY0: 'generic_gallery_page',
  B0WRONG000: 'asin_mismatch',
  B0SIBLING0: 'asin_mismatch',
  B0EMPTY000: 'extraction_failed',
  B0SHELL000: 'extraction_failed',
  B0CUTPAGE0: 'extraction_failed',
  B0CUTLINE0: 'target_unreachable',
  B0BADGZIP0: 'extraction_failed',
  B0HUGE0000: 'extraction_failed',
  B0IMAGE000: 'extraction_failed',
  B0DRIP0000: 'target_unreachable',
  B0HANG0000: 'target_unreachable',
  B0RESET000: 'target_unreachable',
  B0LOOP0000: 'target_unreachable',
  B0AWAY0000: 'target_unreachable',
}

const rows = magicAsins.map(({ asin, description }) => {
  const code = SANDBOX_ERRORS[asin]
  const answer = code === undefined ? '200' : `${ERRORS[code].status} \`${code}\``
  return `| \`${asin}\` | ${description} | ${answer} |`
})

const gtins = simulatedGtins.map(({ gtin, description }) => `| \`${gtin}\` | ${description} |`)

/** What sandbox keys can ask for, in Markdown: every outcome on demand, as with the test cards of a payment service. */
export const SANDBOX = `## Sandbox

Keys that begin with \`svc_test_\` get simulated pages: the same answer for the same request, at no cost, within the limits of the plan. Batches start at once. The products of all examples here are simulated: ask for them with such a key. Any ASIN is a product, except these:

| ASIN | Its page | Answer |
| --- | --- | --- |
${rows.join('\n')}

Any keywords find products. \`sandbox:nothing\` finds none; \`sandbox:\` and a fault, such as \`sandbox:captcha\`, \`sandbox:not_found\` or \`sandbox:shell\`, meets that fault; \`sandbox:captcha*2\` meets it twice, and then finds products.

By GTIN, every book is found (\`9780306406157\`), and:

| GTIN | Finds |
| --- | --- |
${gtins.join('\n')}`
