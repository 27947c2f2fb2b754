import type { CommandName, CommandResult, UncheckedInput } from '../../../http/admin/commands.ts'
import { ask } from './session.ts'

/** Runs a command of the administration. `isUnattended`: the page asks by itself, which does not prolong the session. Rejects: with an error for the person. */
export async function administrate<Name extends CommandName>(
  command: Name,
  input: UncheckedInput<Name>,
  isUnattended = false,
): Promise<CommandResult<Name>> {
  const answer = await ask<{ readonly result: CommandResult<Name> }>('POST', `v1/${command}`, input, isUnattended)
  return answer.result
}
