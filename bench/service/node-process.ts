import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '../../dist/adapters/cli/main.js')
const START_MS = 30_000

/** A command of the built package that runs until it is ended. */
export interface NodeProcess {
  readonly name: string
  readonly child: () => ChildProcess
  /** Starts it anew, after its end, and waits until it answers. */
  readonly start: () => Promise<void>
  /** Ends it as an operator would, and waits. */
  readonly stop: () => Promise<void>
}

/** Starts `shelfmark COMMAND`. `healthUrl`: answers 200 when it is ready. */
export async function startProcess(
  name: string,
  command: string,
  environment: Readonly<Record<string, string>>,
  healthUrl: string,
): Promise<NodeProcess> {
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [MAIN, command], {
      env: { ...process.env, SHELFMARK_LOG: 'silent', ...environment },
      stdio: 'ignore',
    })
    await waitUntilReady(healthUrl, child)
  }
  await start()
  return {
    name,
    child: () => child,
    start,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Rejects: when it ends, or does not answer in time. */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const isReady = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
  }
  child.kill('SIGKILL')
  throw new Error(`${url} does not answer (exit code ${child.exitCode})`)
}
