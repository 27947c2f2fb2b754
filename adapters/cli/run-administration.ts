import type { CommandName, CommandResult, UncheckedInput } from '../http/admin/commands.ts'
import { StoreError } from '../store/store-error.ts'
import { orFail, requireConfig } from './exit.ts'

/** Runs a command of the administration. Ends the process when the command is refused. */
export async function runAdministration<Name extends CommandName>(
  command: Name,
  input: UncheckedInput<Name>,
): Promise<CommandResult<Name>> {
  const [{ CommandError }, { administrate }] = await Promise.all([
    import('../http/admin/command-error.ts'),
    import('../server/administrate.ts'),
  ])
  const config = await requireConfig()
  return await orFail(
    () => administrate(config, command, input),
    (error) => error instanceof CommandError || error instanceof StoreError,
  )
}
