import { getRouterParam, type H3Event, type HTTPResponse } from 'h3'
import { findSignedIn, forAllowed, type Allowed } from '../people/authorize.ts'
import { jsonAnswer, refuseForNow, refusePath, streamAnswer, textAnswer } from '../route/answers.ts'
import { readBearer } from '../route/authenticate.ts'
import { pacedStream } from '../route/paced-stream.ts'
import { readJson } from '../route/read-json.ts'
import { recordRefusal } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import type { Administration } from './administration.ts'
import { CommandError } from './command-error.ts'
import { followMsOf, isCommand, roleOf, runCommand } from './commands.ts'
import { EVENTS_TYPE, follow } from './follow.ts'
import { includesRole, refuseRole, roleOfPerson } from './roles.ts'

/** Metrics, for everyone who reaches the port. */
export const getMetrics: Route<Administration> = {
  method: 'GET',
  path: '/metrics',
  allowsHead: true,
  handler: async (_, { metrics }) => {
    const { text, type } = await metrics.print()
    return textAnswer(200, text, type)
  },
}

/** Runs the command that the path names, such as `keys.create`, with a JSON body. With `Accept: text/event-stream`, its result is followed. */
export const administer: Route<Administration> = {
  method: 'POST',
  path: '/admin/v1/:id',
  handler: forAllowed(answerCommand),
}

const MAX_BODY_BYTES = 64 * 1024

async function answerCommand(
  event: H3Event,
  administration: Administration,
  { person, operator }: Allowed,
): Promise<HTTPResponse> {
  const { store, epochMs, health, visitors, samples, secrets, checkWebhookUrl, alerts, serviceUrl } = administration
  const command = getRouterParam(event, 'id') ?? ''
  if (!isCommand(command)) return refusePath()
  const role = roleOfPerson({ person })
  if (!includesRole(role, roleOf(command))) {
    await recordRefusal(store.audit, { name: command, operator, nowMs: epochMs() }, 'forbidden_role')
    return refuseRole(role, roleOf(command))
  }
  const input = await readJson(event, { maxBytes: MAX_BODY_BYTES, emptyMeans: '{}' })
  if (!input.ok) return refuseInput(`the body ${input.problem}`)
  if (Array.isArray(input.value)) return refuseInput('the body must be a JSON object')
  const isFollowed = wantsEvents(event)
  const followMs = followMsOf(command)
  if (isFollowed && followMs === null) return refuseInput(`${command} can not be followed: ask without ${EVENTS_TYPE}`)
  const run = (): Promise<unknown> =>
    runCommand(store, command, input.value, {
      nowMs: epochMs(),
      browser: health.browser(),
      proxies: health.proxies(),
      visitors,
      samples,
      serviceUrl,
      operator,
      secrets,
      checkWebhookUrl,
      alerts,
    })
  try {
    const result = await run()
    if (!isFollowed || followMs === null) return jsonAnswer(200, { result })
    return answerEvents(event, { result, run, followMs }, administration)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return jsonAnswer(statusOf(error), { error: error.code, message: error.message })
  }
}

function wantsEvents({ req }: H3Event): boolean {
  return req.headers.get('accept')?.includes(EVENTS_TYPE) === true
}

interface Followed {
  readonly result: unknown
  readonly run: () => Promise<unknown>
  readonly followMs: number
}

/** Answers with the result of a command, and with each that differs from the one before. */
function answerEvents(
  event: H3Event,
  { result, run, followMs }: Followed,
  administration: Administration,
): HTTPResponse {
  const stream = administration.streams.begin()
  if (stream === null) return refuseForNow('busy')
  const { signal, release } = stream
  const events = follow({
    first: JSON.stringify(result),
    look: async () => JSON.stringify(await run()),
    everyMs: followMs,
    // It is not use of the session.
    isAllowed: async () => readBearer(event) !== null || (await findSignedIn(event, administration, false)) !== null,
    signal,
  })
  // A proxy must not collect what is sent.
  return streamAnswer(200, pacedStream(encode(events), release), EVENTS_TYPE, { 'X-Accel-Buffering': 'no' })
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

function refuseInput(message: string): HTTPResponse {
  return jsonAnswer(400, { error: 'invalid_input', message })
}

function statusOf({ code }: CommandError): number {
  if (code === 'unavailable' || code === 'closed' || code === 'damaged') return 503
  if (code.startsWith('unknown_')) return 404
  return code === 'invalid_input' ? 400 : 409
}
