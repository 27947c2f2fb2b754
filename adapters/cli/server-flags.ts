import type { Values } from './command/define-command.ts'
import type { Environment } from '../server/settings.ts'

const option = (valueHint: string, description: string) => ({ type: 'string', valueHint, description }) as const

/** Settings of a server or a worker that can be given as options. They win over the environment. Secrets have none: other users of the machine can see the command line. */
export const serverArgs = {
  port: { ...option('PORT', 'Port for callers. Environment: SHELFMARK_PORT'), short: 'p' },
  host: option('HOST', 'Address to listen on. Environment: SHELFMARK_HOST'),
  'admin-port': option('PORT', 'Port of administration and metrics. Environment: SHELFMARK_ADMIN_PORT'),
  data: option('DIR', 'Folder of the embedded store. Environment: SHELFMARK_DATA'),
  'database-url': option(
    'URL',
    'PostgreSQL database of all that lasts, for many processes. Environment: SHELFMARK_DATABASE_URL',
  ),
  'redis-url': option('URL', 'Redis of limits and queues, for many processes. Environment: SHELFMARK_REDIS_URL'),
  source: option(
    'SOURCE',
    'Where pages come from: live, sandbox, directory, browser, fetch-service, or a module such as ./my-source.js. Environment: SHELFMARK_SOURCE',
  ),
  pages: option('DIR', 'Folder of the source directory. Environment: SHELFMARK_PAGES'),
  workers: option('N', 'Threads that extract pages. Environment: SHELFMARK_WORKERS'),
  log: option('LEVEL', 'Least severe log entries that are written. Environment: SHELFMARK_LOG'),
} as const

/** The environment with the options in it. `values`: of `serverArgs`. */
export function toEnvironment(values: Readonly<Record<string, unknown>>): Environment {
  const given = Object.keys(serverArgs).flatMap((name) => {
    const value = values[name]
    return typeof value === 'string' ? [[`SHELFMARK_${name.toUpperCase().replaceAll('-', '_')}`, value]] : []
  })
  return { ...process.env, ...Object.fromEntries(given) }
}

/** Arguments of `mcp`. */
export const mcpArgs = {
  server: {
    type: 'string',
    valueHint: 'URL',
    description:
      'Server that retrieves, such as http://127.0.0.1:8080; its key is SHELFMARK_KEY. Default: this process',
  },
  port: {
    type: 'string',
    valueHint: 'PORT',
    short: 'p',
    description: 'Serve over HTTP, for clients on this machine; 0: any free port. Default: standard input and output',
  },
  oauth: option(
    'FILE',
    'With --server and --port: settings of an authorization server, as JSON. Default: every client on this machine may call',
  ),
  source: serverArgs.source,
  files: option('DIR', 'Folder whose saved pages tools may read. Default: the current folder; over HTTP: none'),
} as const

export type McpArgs = Values<typeof mcpArgs>
