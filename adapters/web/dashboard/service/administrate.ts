import type { CommandName } from '../../../http/admin/commands.ts'
import { request, toError } from './session.ts'

/** Runs a command of the administration. `isUnattended`: the page asks by itself, which does not prolong the session. Rejects: with a `ReportedError`. */
export async function administrate<Result>(command: CommandName, input: object, isUnattended = false): Promise<Result> {
  const answer = await request(`/admin/v1/${command}`, { method: 'POST', body: JSON.stringify(input) }, isUnattended)
  if (!answer.ok) throw await toError(answer)
  return ((await answer.json()) as { readonly result: Result }).result
}
