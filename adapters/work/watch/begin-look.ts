import { creditsLeftOf } from '../../../core/index.ts'
import type { Claim } from '../../store/batches.ts'
import type { LookFacts } from '../../store/watches.ts'
import { mostCreditsOf, type RunInput } from './run-input.ts'
import type { LookDeps, RunItem } from './work-on-look.ts'

/**
 * Begins a look, if its watch is there and not paused, its key works, and the watch may pay for it besides the looks that
 * are in progress. Otherwise the item leaves the run and is due: the next run says why the watch stops. Rejects: with a
 * `StoreError`.
 */
export async function beginLook(
  claim: Claim,
  { watchId, input, deaths }: RunItem,
  { store, contract, epochMs }: LookDeps,
): Promise<boolean> {
  const { item } = JSON.parse(input) as RunInput
  const mayBegin = ({ watch, isKeyActive, others }: LookFacts): boolean => {
    const cost = [input, ...others].reduce((sum, text) => sum + mostCreditsOf(watch, runInput(text), contract), 0)
    const left = creditsLeftOf(watch.control, watch, watch.terms.max_credits_per_month)
    return watch.control.paused === null && isKeyActive && cost <= left
  }
  return store.watches.beginLook(claim, { watchId, item, deaths: deaths + 1 }, mayBegin, epochMs())
}

function runInput(text: string): RunInput['input'] {
  return (JSON.parse(text) as RunInput).input
}
