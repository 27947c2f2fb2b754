import type { CommandName } from '../http/admin/commands.ts'
import { StoreError } from '../store/store-error.ts'
import { orFail, requireConfig } from './exit.ts'

/** Runs a command of the administration. Ends the process when the command is refused. */
export async function runAdministration<T>(command: CommandName, input: object): Promise<T> {
  const [{ CommandError }, { administrate }] = await Promise.all([
    import('../http/admin/command-error.ts'),
    import('../server/administrate.ts'),
  ])
  const config = await requireConfig()
  const task = async (): Promise<T> => (await administrate(config, command, input)) as T
  return await orFail(task, (error) => error instanceof CommandError || error instanceof StoreError)
}
