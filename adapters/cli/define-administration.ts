import { resolve } from 'node:path'
import type { CommandName, CommandResult, UncheckedInput } from '../http/admin/commands.ts'
import type { Config } from '../server/config.ts'
import type { Environment } from '../server/settings.ts'
import { StoreError } from '../store/store-error.ts'
import { defineCommand, type Arguments, type Command, type Values } from './command/define-command.ts'
import { fail, orFail, requireConfig } from './exit.ts'
import { serverArgs, toEnvironment } from './server-flags.ts'

/** Options that name the server, or its data, as those of `serve` do. */
const storeArgs = {
  data: serverArgs.data,
  'database-url': serverArgs['database-url'],
  'redis-url': serverArgs['redis-url'],
  'admin-port': {
    ...serverArgs['admin-port'],
    description: "The server's port of administration. Environment: SHELFMARK_ADMIN_PORT",
  },
} as const

/** Commands that make sense before the first start of a server: a store may begin with them, in a folder that was named. */
const BEGINS: ReadonlySet<CommandName> = new Set<CommandName>(['workspaces.create', 'operators.create', 'alerts.test'])

/** The administration of the store that the options and the environment name. */
export class Administration {
  private readonly environment: Environment

  constructor(environment: Environment) {
    this.environment = environment
  }

  /** Runs a command. Ends the process when the command is refused. */
  async run<Name extends CommandName>(command: Name, input: UncheckedInput<Name>): Promise<CommandResult<Name>> {
    const [{ CommandError }, { administrate }] = await Promise.all([
      import('../http/admin/command-error.ts'),
      import('../server/administrate.ts'),
    ])
    const config = await requireConfig(this.environment)
    const isNamed = (this.environment['SHELFMARK_DATA'] ?? '') !== ''
    const begins = BEGINS.has(command)
    return await orFail(
      async () => {
        try {
          return await administrate(config, command, input, { mayBegin: begins && isNamed })
        } catch (error) {
          if (!(error instanceof StoreError) || error.code !== 'absent') throw error
          const { dataDirectory } = config
          const hint = begins ? ` To begin one there, give --data ${dataDirectory}.` : ''
          return fail(`${error.message} Name the data folder of the server by --data or SHELFMARK_DATA.${hint}`)
        }
      },
      (error) => error instanceof CommandError || error instanceof StoreError,
    )
  }

  /** The workspace that was named, or the only one that exists. Ends the process when there is not one. */
  async chooseWorkspace(named: string | undefined): Promise<string> {
    if (named !== undefined) return named
    const workspaces = await this.run('workspaces.list', {})
    const [only, ...others] = workspaces.map(({ id }) => id)
    if (only === undefined) {
      const where = describeStore(await requireConfig(this.environment))
      return fail(`There is no workspace in ${where}. Create one: npx shelfmark workspaces create NAME`)
    }
    if (others.length === 0) return only
    return fail(
      `There are ${workspaces.length} workspaces. Choose one with --workspace: ${[only, ...others].join(', ')}.`,
    )
  }
}

function describeStore({ shared, dataDirectory }: Config): string {
  // The address of a database may have a password.
  return shared === null ? resolve(dataDirectory) : 'the database that --database-url or SHELFMARK_DATABASE_URL names'
}

type AdministrationValues<Args extends Arguments> = Values<Args & typeof storeArgs>

/** Declares a command that works on the store of a server, or through the server. */
export function defineAdministration<const Args extends Arguments = Readonly<Record<string, never>>>(definition: {
  readonly description?: string
  readonly args?: Args
  readonly examples: readonly string[]
  readonly run: (values: AdministrationValues<Args>, administration: Administration) => Promise<void>
}): Command {
  const { run, args, ...rest } = definition
  return defineCommand({
    ...rest,
    args: { ...args, ...storeArgs },
    run: (values) => run(values as AdministrationValues<Args>, new Administration(toEnvironment(values))),
  })
}
