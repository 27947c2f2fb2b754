import { deliveryFaults, pageFaults, sessionFaults } from './faults.ts'
import { simulatedRecords } from './records.ts'

/** A table of two columns for `shelfmark sandbox --list`. */
export interface SandboxTable {
  readonly headings: readonly [string, string]
  readonly rows: readonly (readonly [string, string])[]
}

/** Everything that has a special answer: magic queries of each record, faults. */
export function describeSandbox(): readonly SandboxTable[] {
  return [
    ...simulatedRecords.map(({ magic }): SandboxTable => ({
      headings: [magic.heading, 'what it gives'],
      rows: magic.answers.map(({ query, description }) => [query, description]),
    })),
    { headings: ['fault', 'instead of the page'], rows: toRows(pageFaults) },
    { headings: ['fault', 'in delivery'], rows: toRows(deliveryFaults) },
    { headings: ['fault', 'in the session of a visitor'], rows: toRows(sessionFaults) },
    {
      headings: ['rule', 'when it applies'],
      rows: [
        ['captcha', 'at every attempt'],
        ['captcha*2', 'at the first two attempts at an address; the third succeeds, then the count starts again'],
        ['captcha%20', 'at 20 of 100 attempts, the same ones in every run'],
        ['captcha*2,throttled*1', 'one after the other'],
        ['lies%20', 'with 20 of 100 visitors, the same ones in every run'],
      ],
    },
  ]
}

function toRows(faults: typeof pageFaults | typeof deliveryFaults | typeof sessionFaults): [string, string][] {
  return Object.entries(faults).map(([name, { description, amount }]) => [
    amount === undefined ? name : `${name}=<${amount.unit}>`,
    description,
  ])
}
