import type { Contract } from '../../../core/contract/index.ts'
import { costOf } from '../../../core/policy/index.ts'
import { parseRetrievalRequest } from '../../fetch/parse-request.ts'
import type { Watch } from '../../store/watches.ts'

/** The input of an item of a run: which item of the watch it is, and what a caller submitted. */
export interface RunInput {
  readonly item: number
  readonly reference?: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The most that a look at an item can cost. */
export function mostCreditsOf(
  { mode, endpoint }: Pick<Watch, 'mode' | 'endpoint'>,
  input: Readonly<Record<string, unknown>>,
  contract: Contract,
): number {
  const parsed = parseRetrievalRequest(contract, endpoint, input)
  return parsed.ok ? costOf(mode, parsed.params.maxPages, parsed.params.service) : 0
}
