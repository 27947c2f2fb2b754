import type { CommandName, CommandResult, UncheckedInput } from '../../../http/admin/commands.ts'
import { request, toError } from './session.ts'

/** Runs a command of the administration. `isUnattended`: the page asks by itself, which does not prolong the session. Rejects: with a `ReportedError`. */
export async function administrate<Name extends CommandName>(
  command: Name,
  input: UncheckedInput<Name>,
  isUnattended = false,
): Promise<CommandResult<Name>> {
  const answer = await request(`/admin/v1/${command}`, { method: 'POST', body: JSON.stringify(input) }, isUnattended)
  if (!answer.ok) throw await toError(answer)
  return ((await answer.json()) as { readonly result: CommandResult<Name> }).result
}
