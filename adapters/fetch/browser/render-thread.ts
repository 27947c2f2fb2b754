import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { SourceError } from '../source/page-source.ts'
import { besides, startThread } from '../../pages/pool/start-thread.ts'
import { makeBrowserFolder, removeBrowserFolder } from './browser-folder.ts'
import { killProcess } from './kill-process.ts'
import { PortCalls, type Handlers } from './port-calls.ts'
import type { BrowserState, MainCalls, ThreadCalls, ThreadData } from './render-calls.ts'
import { untilAborted } from '../../signals.ts'

export interface RenderThreadOptions {
  readonly data: ThreadData
  /** Requests to the network, for the pages of the thread. */
  readonly handlers: Pick<Handlers<MainCalls>, 'fetchPage' | 'load'>
  /** Called when the browser can't be reached, and when it can be reached again: null then. */
  readonly onProblem: (problem: string | null) => void
  /** Time after which a thread that does not answer is replaced. Unit: ms. Default: 10,000. */
  readonly hangMs?: number | undefined
  /** Module of the thread, for tests. Default: `serve-renders`. */
  readonly module?: URL | undefined
}

interface Running {
  readonly worker: Worker
  readonly calls: PortCalls<ThreadCalls, MainCalls>
  readonly folder: string
  readonly watch: NodeJS.Timeout
  /** Resolves when nothing is left of it. Absent: null, it runs. */
  ending: Promise<void> | null
}

/** Questions that a thread may leave unanswered, one each tenth of the time. A process that was stopped has missed one. */
const MISSES = 10
/** A thread that needs more ends: the messages of a page may be large. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24 } as const
const RETRY_MS = 1000
const NOT_STARTED: BrowserState = { openPages: 0, starts: 0, problem: 'The browser has not been started.', pids: [] }

/**
 * The thread that drives the browser, so that a page that floods it does not stall this one. A thread
 * that ends or no longer answers is replaced, with its browsers; its pages are `network` errors.
 */
export class RenderThread {
  state = NOT_STARTED
  private readonly options: Omit<RenderThreadOptions, 'hangMs' | 'module'>
  private readonly hangMs: number
  private readonly module: URL
  private current: Promise<Running> | null = null
  private readonly alive = new Set<Running>()
  /** Browsers of the threads that have ended. */
  private earlierStarts = 0
  private isClosed = false

  constructor({
    hangMs = 10_000,
    module = besides(import.meta.url, 'serve-renders'),
    ...options
  }: RenderThreadOptions) {
    this.options = options
    this.hangMs = hangMs
    this.module = module
  }

  /** Starts the thread if necessary. Rejects: as the call does; at once with the reason of the signal; `network`, the thread has ended. */
  async call<Name extends keyof ThreadCalls>(
    name: Name,
    input: ThreadCalls[Name]['input'],
    signal: AbortSignal,
  ): Promise<ThreadCalls[Name]['result']> {
    const { calls } = await untilAborted(this.take(), signal)
    return (await calls.call(name, input as never, signal)) as ThreadCalls[Name]['result']
  }

  /** Ends the thread and its browsers. Pages in progress fail. */
  async close(): Promise<void> {
    this.isClosed = true
    const running = await this.current?.catch(() => null)
    if (running !== undefined && running !== null) {
      await running.calls.call('close', null).catch(() => undefined)
      this.lose(running, 'The browser was closed.')
    }
    await Promise.all([...this.alive].map(async ({ ending }) => await ending))
  }

  private take(): Promise<Running> {
    if (this.isClosed) return Promise.reject(new SourceError('aborted', 'The browser was closed.'))
    this.current ??= this.launch().catch((error: unknown) => {
      this.current = null
      const problem = `The browser can't be reached: ${error instanceof Error ? error.message : String(error)}`
      this.report({ ...NOT_STARTED, problem })
      throw new SourceError('network', problem, { cause: error })
    })
    return this.current
  }

  private async launch(): Promise<Running> {
    const { data, handlers } = this.options
    const folder = makeBrowserFolder()
    const worker = startThread(this.module, data, { env: { ...process.env, TMPDIR: folder }, resourceLimits: MEMORY })
    try {
      await once(worker, 'message')
    } catch (error) {
      await removeBrowserFolder(folder)
      throw error
    }
    const report = async (state: BrowserState): Promise<void> => {
      if (running.ending === null) this.report(state)
    }
    const calls = new PortCalls<ThreadCalls, MainCalls>(worker, { ...handlers, report })
    let misses = 0
    const ask = (): void => {
      if (++misses > MISSES) return this.lose(running, 'The client of the browser did not answer, and was replaced.')
      calls.call('ping', null).then(
        () => (misses = 0),
        () => undefined,
      )
    }
    const running: Running = {
      worker,
      calls,
      folder,
      watch: setInterval(ask, this.hangMs / MISSES).unref(),
      ending: null,
    }
    worker.on('error', (error) => this.lose(running, `The client of the browser has ended: ${error.message}`))
    worker.on('exit', () => this.lose(running, 'The client of the browser has ended.'))
    this.alive.add(running)
    return running
  }

  private report(state: BrowserState): void {
    const before = this.state.problem
    this.state = { ...state, starts: this.earlierStarts + state.starts }
    if (state.problem !== before) this.options.onProblem(state.problem)
  }

  /** A thread has ended, or must. */
  private lose(running: Running, problem: string): void {
    if (running.ending !== null) return
    running.ending = this.endAll(running, this.state.pids)
    running.calls.end(new SourceError('network', problem))
    this.current = null
    this.earlierStarts = this.state.starts
    if (this.isClosed) return
    this.report({ ...NOT_STARTED, problem })
    void this.restart()
  }

  private async endAll(running: Running, pids: readonly number[]): Promise<void> {
    clearInterval(running.watch)
    await running.worker.terminate()
    for (const pid of pids) killProcess(pid)
    await removeBrowserFolder(running.folder).catch(() => undefined)
    this.alive.delete(running)
  }

  private async restart(): Promise<void> {
    while (!this.isClosed) {
      try {
        return await this.call('start', null, new AbortController().signal)
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }
}
