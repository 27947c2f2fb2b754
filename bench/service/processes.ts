import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The built program, also for a bench that was built. */
const MAIN = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../dist' : '../..',
  'adapters/cli/main.js',
)
const START_MS = 30_000

/** Systems give ports above these to connections: one of them could be taken before the server starts, or while it is down. */
const PORTS = { first: 20_000, count: 12_000 } as const

/** A port of this machine on which no process listens at present. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** A child process that can be ended in every way, and started again. */
export interface ManagedProcess {
  readonly name: string
  readonly pid: () => number | undefined
  readonly isRunning: () => boolean
  /** Starts the process again after its end, and waits until it is ready. */
  readonly start: () => Promise<void>
  /** Ends the process as an operator does, and waits for its end. */
  readonly stop: () => Promise<void>
  /** Ends the process as a power cut does, and waits for its end. */
  readonly kill: () => Promise<void>
  /** Stops the process without ending it: connections stay open, and nothing is answered. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Sets the clock of the process two days ahead, or right again. A new process has a right clock. */
  readonly setClock: () => void
}

interface ProcessOptions {
  readonly name: string
  readonly launch: () => ChildProcess
  readonly isReady: () => Promise<boolean>
  readonly stopSignal: NodeJS.Signals
}

export async function manageProcess({ name, launch, isReady, stopSignal }: ProcessOptions): Promise<ManagedProcess> {
  let child: ChildProcess
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasEnded()) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const start = async (): Promise<void> => {
    child = launch()
    for (const end = Date.now() + START_MS; Date.now() < end && !hasEnded(); await sleep(50)) {
      if (await isReady()) return
    }
    child.kill('SIGKILL')
    throw new Error(`${name} did not become ready in ${START_MS} ms (exit code ${child.exitCode})`)
  }
  await start()
  return {
    name,
    pid: () => child.pid,
    isRunning: () => !hasEnded(),
    start,
    stop: () => end(stopSignal),
    kill: () => end('SIGKILL'),
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    setClock: () => child.kill('SIGUSR2'),
  }
}

/** Code that runs first in a process: SIGUSR2 sets its clock two days ahead, and the next one sets it right. */
const SETTABLE_CLOCK = `
  const systemNow = Date.now
  let aheadMs = 0
  Date.now = () => systemNow() + aheadMs
  process.on('SIGUSR2', () => { aheadMs = 172800000 - aheadMs })`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(SETTABLE_CLOCK)}`

/** Starts `shelfmark COMMAND` of the built package, with its arguments. `healthUrl`: answers 200 when the process is ready. `nodeOptions`: of Node's command line. */
export function startShelfmark(
  name: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  healthUrl: string,
  nodeOptions: readonly string[] = [],
): Promise<ManagedProcess> {
  const env = { ...process.env, SHELFMARK_LOG: 'silent', NODE_OPTIONS, ...environment }
  return manageProcess({
    name,
    // The log is on standard output.
    launch: () =>
      spawn(process.execPath, [...nodeOptions, MAIN, ...command], { env, stdio: ['ignore', 'inherit', 'ignore'] }),
    isReady: () => isAnswering(healthUrl),
    stopSignal: 'SIGTERM',
  })
}

function isAnswering(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export interface RedisProcess extends ManagedProcess {
  readonly url: string
}

/** Starts `redis-server`, which must be installed. Every confirmed write is on disk, in the given folder. `settings`: win over those. */
export async function startRedis(directory: string, settings: readonly string[] = []): Promise<RedisProcess> {
  const port = await findFreePort()
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '']
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']
  const redis = await manageProcess({
    name: 'redis',
    launch: () => spawn('redis-server', [...own, ...durable, ...settings], { stdio: 'ignore' }),
    isReady: () => isListening(port),
    stopSignal: 'SIGKILL',
  })
  return { ...redis, url: `redis://127.0.0.1:${port}` }
}

/** Whether a process listens on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
