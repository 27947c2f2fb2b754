import type { PlanOverrides } from '../../core/policy/index.ts'
import { fail } from './exit.ts'

function term(description: string) {
  return { type: 'string', valueHint: 'N', description: `Custom plan: ${description}` } as const
}

/** Arguments for the terms of a workspace on the plan `custom`. */
export const termArgs = {
  'monthly-usd-cents': term('price of a month, in US cents'),
  'included-requests': term('requests that a month includes'),
  concurrency: term('requests in flight at the same time, of each key'),
  'sustained-per-second': term('requests a second that each key can sustain'),
  'stored-bytes': term('bytes of batches that are stored'),
}

const NAMES: Readonly<Record<keyof typeof termArgs, keyof PlanOverrides>> = {
  'monthly-usd-cents': 'monthlyUsdCents',
  'included-requests': 'includedRequests',
  concurrency: 'concurrency',
  'sustained-per-second': 'sustainedPerSecond',
  'stored-bytes': 'storedBytes',
}

const WHOLE_NUMBER = /^\d+$/

/** The terms that a command line gives. Ends the command if one is not a whole number. */
export function readTerms(args: Readonly<Partial<Record<keyof typeof termArgs, string | undefined>>>): PlanOverrides {
  const given = (Object.keys(NAMES) as (keyof typeof termArgs)[]).flatMap((flag) => {
    const text = args[flag]
    if (text === undefined) return []
    return WHOLE_NUMBER.test(text)
      ? [[NAMES[flag], Number(text)] as const]
      : fail(`Invalid --${flag} "${text}". Use a whole number.`)
  })
  return Object.fromEntries(given)
}
