import { getRouterParam, type H3Event, type HTTPResponse } from 'h3'
import { jsonAnswer, refuse, textAnswer } from '../route/answers.ts'
import { readJson } from '../route/read-json.ts'
import type { Route } from '../route/route.ts'
import type { Administration } from './administration.ts'
import { findRefusal } from './authorize.ts'
import { CommandError } from './command-error.ts'
import { isCommand, runCommand } from './commands.ts'

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

/** Runs the command that the path names, such as `keys.create`, with a JSON body. */
export const administer: Route<Administration> = { method: 'POST', path: '/admin/v1/:id', handler: answerCommand }

const MAX_BODY_BYTES = 64 * 1024

async function answerCommand(event: H3Event, administration: Administration): Promise<HTTPResponse> {
  const refusal = await findRefusal(event, administration)
  if (refusal !== null) return refusal
  const { store, now } = administration
  const command = getRouterParam(event, 'id') ?? ''
  if (!isCommand(command)) return refuse('not_found')
  const input = await readJson(event, { maxBytes: MAX_BODY_BYTES, emptyMeans: '{}' })
  if (!input.ok) return refuseBody(input.problem)
  if (Array.isArray(input.value)) return refuseBody('must be a JSON object')
  try {
    return jsonAnswer(200, { result: await runCommand(store, command, input.value, now()) })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return jsonAnswer(statusOf(error), { error: error.code, message: error.message })
  }
}

function refuseBody(problem: string): HTTPResponse {
  return jsonAnswer(400, { error: 'invalid_input', message: `the body ${problem}` })
}

function statusOf({ code }: CommandError): number {
  if (code === 'unavailable' || code === 'closed' || code === 'damaged') return 503
  if (code.startsWith('unknown_')) return 404
  return code === 'invalid_input' ? 400 : 409
}
