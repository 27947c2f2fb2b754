import type { H3Event, HTTPResponse } from 'h3'
import type { Caller } from '../../store/keys.ts'
import type { Watch, WatchStep } from '../../store/watches.ts'
import { refuseForNow, refuseWatch } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { findOwnWatch } from './watch-facts.ts'

/** Tries to write a step, while the scheduler writes too. */
const MAX_TRIES = 5

interface OwnStep {
  /** The step of a watch, or the refusal. Called again with the watch as another one wrote it meanwhile. */
  readonly plan: (watch: Watch, nowMs: number) => Promise<WatchStep | HTTPResponse>
  /** `watch`: as it was before the step. */
  readonly answer: (watch: Watch, step: WatchStep) => HTTPResponse | Promise<HTTPResponse>
}

/** Writes a step of the watch of a path, and answers. */
export async function stepOwnWatch(
  event: H3Event,
  service: Service,
  caller: Caller,
  { plan, answer }: OwnStep,
): Promise<HTTPResponse> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    const nowMs = service.epochMs()
    const step = await plan(watch, nowMs)
    if ('status' in step) return step
    if (await service.store.watches.step(watch.id, watch.revision, step, nowMs)) return await answer(watch, step)
  }
  return refuseForNow('busy')
}
