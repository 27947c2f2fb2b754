import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const START_MS = 10_000

/** A Redis in a process of its own, which has on disk what it has confirmed. */
export interface RedisProcess {
  readonly url: string
  readonly port: number
  readonly child: () => ChildProcess
  /** Starts it anew with its data, after its end. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts `redis-server`, which must be installed, on a port that is free, with its data in a folder. */
export async function startRedisProcess(directory: string, port: number): Promise<RedisProcess> {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '']
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn('redis-server', [...own, ...durable], { stdio: 'ignore' })
    await waitForPort(port)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    child: () => child,
    start,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function waitForPort(port: number): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
  }
  throw new Error(`redis-server does not listen at ${port}`)
}
