import { CommandError } from '../http/admin/command-error.ts'
import { runCommand, type CommandName, type CommandResult, type UncheckedInput } from '../http/admin/commands.ts'
import { administer } from '../http/admin/routes.ts'
import { createLog } from '../observe/log.ts'
import { checkWebhookUrl } from '../work/webhook/check-webhook-url.ts'
import { createAlertSender } from '../work/webhook/alert-sender.ts'
import { createWebhookSender } from '../work/webhook/send-webhook.ts'
import { webhookSecrets } from '../work/webhook/webhook-secrets.ts'
import { pathOf } from '../../core/contract/index.ts'
import { StoreError } from '../store/store-error.ts'
import type { Store } from '../store/store.ts'
import { findAdminToken } from './admin-token.ts'
import type { Config } from './config.ts'
import { loadPart } from './load-part.ts'

export interface AdministrateOptions {
  /** Whether a new embedded store may begin. */
  readonly mayBegin: boolean
}

/** What runs commands of the administration, one after the other. */
export interface OpenAdministration {
  /** Rejects: with a `CommandError`; with a `StoreError`. */
  run<Name extends CommandName>(command: Name, input: UncheckedInput<Name>): Promise<CommandResult<Name>>
  close(): Promise<void>
}

/**
 * Opens the administration for the command line: on the store itself, or, when a server has the store open, through that
 * server.
 *
 * Rejects: with a `StoreError` when the store can't be opened.
 */
export async function openAdministration(
  config: Config,
  { mayBegin }: AdministrateOptions,
): Promise<OpenAdministration> {
  let store: Store
  try {
    store = await openStore(config, mayBegin)
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'locked') throw error
    return { run: (command, input) => askServer(config, command, input), close: async () => undefined }
  }
  const alerts = config.alerts === null ? null : createAlertSender(config.alerts, createWebhookSender(), Date.now)
  const operator = { actor: `command-line:${process.getuid?.() ?? 'unknown'}`, address: null }
  const secrets = webhookSecrets(config, createLog('silent'))
  return {
    run: (command, input) =>
      runCommand(store, command, input, {
        nowMs: Date.now(),
        browser: null,
        proxies: null,
        visitors: null,
        samples: null,
        serviceUrl: config.publicUrl,
        operator,
        secrets,
        checkWebhookUrl: (url) => checkWebhookUrl(url, { allowedOrigins: config.webhookOrigins }),
        alerts,
      }),
    close: () => store.close(),
  }
}

async function openStore(config: Config, mayBegin: boolean): Promise<Store> {
  const { dataDirectory, shared, keyPepper: pepper, oldKeyPepper: oldPepper } = config
  if (shared === null) {
    const { openSqliteStore } = await loadPart('The embedded store', () => import('../store/open/open-sqlite-store.ts'))
    return await openSqliteStore({ directory: dataDirectory, mayBegin, pepper, oldPepper })
  }
  const { openPostgresStore } = await loadPart('A shared store', () => import('../store/open/open-postgres-store.ts'))
  return await openPostgresStore({ url: shared.databaseUrl, pepper, oldPepper })
}

async function askServer<Name extends CommandName>(
  config: Config,
  command: Name,
  input: UncheckedInput<Name>,
): Promise<CommandResult<Name>> {
  const { adminHost, adminPort, adminToken, dataDirectory } = config
  const token = findAdminToken(adminToken, dataDirectory)
  if (adminPort === null || token === null) {
    throw new CommandError('locked', 'a server has the store open, and its administration is not reachable')
  }
  const host = adminHost.includes(':') ? `[${adminHost}]` : adminHost
  const origin = `http://${host}:${adminPort}`
  const response = await post(`${origin}${pathOf(administer, { id: command })}`, token, input).catch(
    (cause: unknown) => {
      const message = `a server has the store open, and nothing answers at ${origin}: set --admin-port (SHELFMARK_ADMIN_PORT) and SHELFMARK_ADMIN_HOST as for that server`
      throw new CommandError('locked', message, { cause })
    },
  )
  if (response.ok) return ((await response.json()) as { readonly result: CommandResult<Name> }).result
  if (response.status === 401) {
    const message = `the server at ${origin} refused the token of this folder: it may be another server. Name its port with --admin-port (SHELFMARK_ADMIN_PORT)`
    throw new CommandError('locked', message)
  }
  const body = (await response.json()) as { error?: CommandError['code']; message?: string }
  throw new CommandError(body.error ?? 'unavailable', body.message ?? `the server answered ${response.status}`)
}

function post(url: string, token: string, input: object): Promise<Response> {
  return fetch(url, {
    method: administer.method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
}
