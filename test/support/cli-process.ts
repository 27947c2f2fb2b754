import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cliPath } from './built-path.ts'
import { root } from './root.ts'

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Working directory. Default: the top folder of the project. */
  readonly cwd?: string
  /** Standard input; nothing when not given. */
  readonly input?: string
}

export interface CliEnded {
  /** Absent: null, a signal ended the process. */
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

export interface RunningCli {
  readonly kill: ChildProcess['kill']
  /** Standard error output so far. */
  readonly errors: () => string
  readonly ended: Promise<CliEnded>
}

/** Starts the built command line. */
export function startCli(args: readonly string[], { env, cwd = root, input = '' }: CliOptions = {}): RunningCli {
  const own = { ...process.env, ...env }
  const child = spawn(process.execPath, [cliPath(), ...args], { cwd, env: own })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdin.on('error', () => undefined).end(input)
  const end = async (): Promise<CliEnded> => {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output, errors }
  }
  return { kill: (signal) => child.kill(signal), errors: () => errors, ended: end() }
}

export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliEnded> {
  return await startCli(args, options).ended
}
