import { resolve } from 'node:path'
import type { CommandName, CommandResult, UncheckedInput } from '../http/admin/commands.ts'
import type { Config } from '../server/config.ts'
import type { OpenAdministration } from '../server/administrate.ts'
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
  /** Kept for the next command: to open a store takes longer than most commands. Absent: null, none has run. */
  private opened: Promise<OpenAdministration> | null = null

  constructor(environment: Environment) {
    this.environment = environment
  }

  /** Runs a command. Ends the process when the command is refused. */
  async run<Name extends CommandName>(command: Name, input: UncheckedInput<Name>): Promise<CommandResult<Name>> {
    const [{ CommandError }, { openAdministration }] = await Promise.all([
      import('../http/admin/command-error.ts'),
      import('../server/administrate.ts'),
    ])
    const config = await requireConfig(this.environment)
    const isNamed = (this.environment['SHELFMARK_DATA'] ?? '') !== ''
    const begins = BEGINS.has(command)
    return await orFail(
      async () => {
        try {
          this.opened ??= openAdministration(config, { mayBegin: begins && isNamed })
          return await (await this.opened).run(command, input)
        } catch (error) {
          await this.close()
          if (!(error instanceof StoreError) || error.code !== 'absent') throw error
          const { dataDirectory } = config
          const hint = begins ? ` To begin one there, give --data ${dataDirectory}.` : ''
          return fail(`${error.message} Name the data folder of the server by --data or SHELFMARK_DATA.${hint}`)
        }
      },
      (error) => error instanceof CommandError || error instanceof StoreError,
    )
  }

  /** Closes the store. A command after it opens it again. */
  async close(): Promise<void> {
    const { opened } = this
    this.opened = null
    await opened?.then(
      (one) => one.close(),
      () => undefined,
    )
  }

  /** The workspace that was named, or the only one that exists. Ends the process when there is not one. */
  async chooseWorkspace(named: string | undefined): Promise<string> {
    if (named !== undefined) return named
    const workspaces = await this.run('workspaces.list', {})
    const [only, ...others] = workspaces.map(({ id }) => id)
    if (only !== undefined && others.length === 0) return only
    await this.close()
    if (only === undefined) {
      const where = describeStore(await requireConfig(this.environment))
      return fail(`There is no workspace in ${where}. Create one: npx shelfmark workspaces create NAME`)
    }
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
    run: async (values) => {
      const administration = new Administration(toEnvironment(values))
      try {
        await run(values as AdministrationValues<Args>, administration)
      } finally {
        await administration.close()
      }
    },
  })
}
