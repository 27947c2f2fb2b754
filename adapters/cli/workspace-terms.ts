import type { PlanOverrides } from '../../core/policy/index.ts'
import type { UncheckedInput } from '../http/admin/commands.ts'
import { fail } from './exit.ts'

function term(description: string) {
  return { type: 'string', valueHint: 'N', description: `Custom plan: ${description}` } as const
}

/** Arguments for the terms of a workspace on the plan `custom`. */
const termArgs = {
  'monthly-usd-cents': term('price of a month, in US cents'),
  'included-requests': term('requests that a month includes'),
  concurrency: term('requests in flight at the same time, of each key'),
  'sustained-per-second': term('requests a second that each key can sustain'),
  'stored-bytes': term('bytes of batches that are stored'),
}

/** Arguments for what a workspace has and may spend. */
export const changeArgs = {
  plan: { type: 'string', valueHint: 'PLAN', description: 'free, vibe, pro, custom or unlimited' },
  'pay-as-you-go': {
    type: 'boolean',
    description: 'Charge requests beyond the allowance of the plan. Otherwise, they are refused',
  },
  'spending-cap': {
    type: 'string',
    valueHint: 'CREDITS',
    description: 'Credits of a month above which requests are refused, also with --pay-as-you-go; none: no such limit',
  },
  ...termArgs,
} as const

const NAMES: Readonly<Record<keyof typeof termArgs, keyof PlanOverrides>> = {
  'monthly-usd-cents': 'monthlyUsdCents',
  'included-requests': 'includedRequests',
  concurrency: 'concurrency',
  'sustained-per-second': 'sustainedPerSecond',
  'stored-bytes': 'storedBytes',
}

/** Argument for where the events of a workspace are sent. */
export const eventsArgs = {
  'events-url': {
    type: 'string',
    valueHint: 'URL',
    description: 'Where events, such as a spending cap that is reached, are sent; none: nowhere',
  },
} as const

const WHOLE_NUMBER = /^\d+$/

/** The terms that a command line gives. Ends the command if one is not a whole number. */
function readTerms(args: Readonly<Partial<Record<keyof typeof termArgs, string | undefined>>>): PlanOverrides {
  const given = (Object.keys(NAMES) as (keyof typeof termArgs)[]).flatMap((flag) => {
    const text = args[flag]
    if (text === undefined) return []
    return WHOLE_NUMBER.test(text)
      ? [[NAMES[flag], Number(text)] as const]
      : fail(`Invalid --${flag} "${text}". Use a whole number.`)
  })
  return Object.fromEntries(given)
}

/** The spending cap that a command line gives. Absent: null, `none`. Ends the command if it is neither that nor a whole number. */
function readSpendingCap(text: string): number | null {
  if (text === 'none') return null
  return WHOLE_NUMBER.test(text)
    ? Number(text)
    : fail(`Invalid --spending-cap "${text}". Use a whole number of credits, or none.`)
}

/** What a command line changes of a workspace. `terms`: those that it has. */
export function toChange(
  args: {
    readonly plan?: string | undefined
    readonly 'pay-as-you-go'?: boolean | undefined
    readonly 'spending-cap'?: string | undefined
    readonly 'events-url'?: string | undefined
  } & Parameters<typeof readTerms>[0],
  terms: PlanOverrides = {},
): Omit<UncheckedInput<'workspaces.update'>, 'workspace'> {
  const given = readTerms(args)
  return {
    ...(Object.keys(given).length === 0 ? {} : { overrides: { ...terms, ...given } }),
    ...(args.plan === undefined ? {} : { plan: args.plan }),
    ...(args['pay-as-you-go'] === undefined ? {} : { payAsYouGo: args['pay-as-you-go'] }),
    ...(args['spending-cap'] === undefined ? {} : { spendingCap: readSpendingCap(args['spending-cap']) }),
    ...(args['events-url'] === undefined
      ? {}
      : { eventsUrl: args['events-url'] === 'none' ? null : args['events-url'] }),
  }
}
