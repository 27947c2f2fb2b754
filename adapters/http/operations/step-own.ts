import { HTTPResponse, type H3Event } from 'h3'
import type { BatchOwner } from '../../store/batches.ts'
import type { Caller } from '../../store/keys.ts'
import { refuseForNow } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { findOwn } from './find-own.ts'

/** Tries to write a step, while the scheduler writes too. */
const MAX_TRIES = 5

/** Watches or schedules. */
interface Steps<Found, Step> {
  find(id: string): Promise<Found | null>
  step(id: string, revision: number, step: Step, nowMs: number): Promise<boolean>
}

interface OwnStep<Found, Step> {
  /** The step, or the refusal. Called again with what another one wrote meanwhile. */
  readonly plan: (found: Found, nowMs: number) => Promise<Step | HTTPResponse>
  /** `found`: as it was before the step. */
  readonly answer: (found: Found, step: Step) => HTTPResponse | Promise<HTTPResponse>
  /** Answer when it does not exist. */
  readonly missing: () => HTTPResponse
}

/** Writes a step of the watch or schedule of a path, and answers. */
export async function stepOwn<Found extends BatchOwner & { readonly id: string; readonly revision: number }, Step>(
  event: H3Event,
  { epochMs }: Service,
  caller: Caller,
  steps: Steps<Found, Step>,
  { plan, answer, missing }: OwnStep<NoInfer<Found>, NoInfer<Step>>,
): Promise<HTTPResponse> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await findOwn(event, caller, steps)
    if (found === null) return missing()
    const nowMs = epochMs()
    const step = await plan(found, nowMs)
    if (step instanceof HTTPResponse) return step
    if (await steps.step(found.id, found.revision, step, nowMs)) return await answer(found, step)
  }
  return refuseForNow('busy')
}
