import { deliveries, refusals, type FaultFacts } from './fault-names.ts'
import { magicAsins } from './magic-asins.ts'
import { MAGIC_PREFIX, NOTHING_QUERY } from './magic-queries.ts'

/** What can be asked of the sandbox: rows of two columns under a heading. */
export interface Description {
  readonly headings: readonly [string, string]
  readonly rows: readonly (readonly [string, string])[]
}

/** Magic ASINs, magic queries, faults. */
export function describeSandbox(): readonly Description[] {
  return [
    { headings: ['ASIN', 'what it gives'], rows: magicAsins.map(({ asin, what }) => [asin, what]) },
    {
      headings: ['query', 'what it gives'],
      rows: [
        [NOTHING_QUERY, 'no results'],
        [`${MAGIC_PREFIX}captcha`, 'any fault by its name'],
        [`${MAGIC_PREFIX}captcha*2,delay=300`, 'any faults by their rules'],
      ],
    },
    { headings: ['fault', 'in place of the page'], rows: toRows(refusals) },
    { headings: ['fault', 'on the way'], rows: toRows(deliveries) },
    {
      headings: ['rule', 'when it happens'],
      rows: [
        ['captcha', 'at every attempt'],
        ['captcha*2', 'at the first two attempts at an address; the next is fine, then it begins anew'],
        ['captcha%20', 'at 20 of 100 attempts, the same ones in every run'],
        ['captcha*2,throttled*1', 'one after the other'],
      ],
    },
  ]
}

function toRows(faults: Readonly<Record<string, FaultFacts>>): [string, string][] {
  return Object.entries(faults).map(([name, { what, amount }]) => [
    amount === undefined ? name : `${name}=<${amount.unit}>`,
    what,
  ])
}
