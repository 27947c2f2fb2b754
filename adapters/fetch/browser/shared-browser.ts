import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { SourceError } from '../source/page-source.ts'
import { openIsolated } from './isolation.ts'
import { NotIsolatedError } from './not-isolated-error.ts'
import { untilAborted } from '../../signals.ts'

/** A browser that runs. */
export interface OpenedBrowser {
  readonly browser: Browser
  /** Its main process. Absent: null, others started it. */
  readonly pid: number | null
  /** Ends it without waiting for it, as far as that is possible. */
  readonly kill: () => void
}

export interface SharedBrowserOptions {
  /** Starts a browser, or connects to one. */
  readonly open: () => Promise<OpenedBrowser>
  /** Pages after which it is replaced. `Infinity`: never. */
  readonly recycleAfter: number
  /** Called after each change of the fields that can be read. */
  readonly onChange: () => void
  /** Time in which a browser that works opens or closes a context. Unit: ms. Default: 10,000. */
  readonly hangMs?: number | undefined
  /** Pause before it is opened again after a failure. Unit: ms. Default: 1,000. */
  readonly retryMs?: number | undefined
}

interface Running extends OpenedBrowser {
  /** Contexts that are open, or are being opened or closed. */
  contexts: number
  pages: number
  isRetired: boolean
}

/**
 * One browser for all pages, each in a context of its own. It is opened again when it ends, replaced
 * after a number of pages, and killed when it no longer opens or closes contexts.
 */
export class SharedBrowser {
  /** Browsers that were opened. */
  starts = 0
  /** What is wrong. Absent: null, a browser runs. */
  problem: string | null = 'The browser has not been started.'
  private current: Promise<Running> | null = null
  private readonly alive = new Set<Running>()
  private readonly options: Required<SharedBrowserOptions>
  private readonly end = new AbortController()
  private isWaiting = false

  constructor({ hangMs = 10_000, retryMs = 1000, ...options }: SharedBrowserOptions) {
    this.options = { ...options, hangMs, retryMs }
  }

  /** Contexts that are open. */
  get openContexts(): number {
    return [...this.alive].reduce((sum, { contexts }) => sum + contexts, 0)
  }

  /** Main processes of the browsers that were started here and have not ended. */
  get pids(): readonly number[] {
    return [...this.alive].flatMap(({ pid }) => pid ?? [])
  }

  /** Opens the browser, or tries to in the background. */
  async start(): Promise<void> {
    await this.take().catch(() => undefined)
  }

  /** Version of the browser. Rejects: `network`, there is no browser; with the reason of the signal. */
  async version(signal: AbortSignal): Promise<string> {
    const { browser } = await untilAborted(this.take(), signal)
    return browser.version()
  }

  /**
   * Works in a context, which is closed in the end, whatever happens; when the signal is aborted, at once.
   *
   * Rejects: `network`, there is no browser; with the reason of the signal; as the work does.
   */
  async withContext<T>(
    toOptions: (browser: Browser) => BrowserContextOptions,
    signal: AbortSignal,
    work: (context: BrowserContext, browser: Browser) => Promise<T>,
  ): Promise<T> {
    const running = await untilAborted(this.take(), signal)
    running.contexts++
    running.pages++
    this.options.onChange()
    if (running.pages >= this.options.recycleAfter) this.retire(running)
    const opening = openIsolated(running.browser, toOptions(running.browser))
    const close = (): Promise<void> => this.closeLater(running, opening)
    try {
      const context = await untilAborted(opening, signal)
      return await untilAborted(work(context, running.browser), signal)
    } finally {
      // The caller's turn ends with the context, so that there are never more than turns.
      await close()
    }
  }

  /** Closes the browser. Pages in progress fail. */
  async close(): Promise<void> {
    this.end.abort()
    const ending = [...this.alive].map((running) => this.endBrowser(running))
    await Promise.all(ending)
  }

  private take(): Promise<Running> {
    this.current ??= this.open()
    return this.current
  }

  private async open(): Promise<Running> {
    if (this.end.signal.aborted) throw new SourceError('aborted', 'The browser was closed.')
    try {
      const opened = await this.options.open()
      const running: Running = { ...opened, contexts: 0, pages: 0, isRetired: false }
      this.alive.add(running)
      this.starts++
      opened.browser.on('disconnected', () => this.lose(running))
      if (this.end.signal.aborted) void this.endBrowser(running)
      this.report(null)
      return running
    } catch (error) {
      this.current = null
      const problem = describe(error)
      this.report(problem)
      void this.openLater()
      throw new SourceError('network', problem, { cause: error })
    }
  }

  /** One attempt follows the other, however many pages have tried meanwhile. */
  private async openLater(): Promise<void> {
    if (this.isWaiting) return
    this.isWaiting = true
    await sleep(this.options.retryMs, undefined, { signal: this.end.signal, ref: false }).catch(() => undefined)
    this.isWaiting = false
    if (!this.end.signal.aborted) await this.start()
  }

  private report(problem: string | null): void {
    this.problem = problem
    this.options.onChange()
  }

  /** Takes no more pages. */
  private retire(running: Running): void {
    if (running.isRetired) return
    running.isRetired = true
    this.current = null
  }

  /** The browser has ended, or is about to. */
  private lose(running: Running): void {
    if (!this.alive.delete(running)) return
    const wasExpected = running.isRetired || this.end.signal.aborted
    this.retire(running)
    if (wasExpected) return this.options.onChange()
    this.report('The browser has ended.')
    void this.start()
  }

  private async closeLater(running: Running, opening: Promise<BrowserContext>): Promise<void> {
    const closing = opening.then((context) => context.close())
    if (!(await this.isInTime(closing))) running.kill()
    running.contexts--
    this.options.onChange()
    if (running.isRetired && running.contexts === 0) await this.endBrowser(running)
  }

  private async endBrowser(running: Running): Promise<void> {
    this.retire(running)
    if (!(await this.isInTime(running.browser.close()))) running.kill()
    if (this.alive.delete(running)) this.options.onChange()
  }

  /** Whether work of the browser ends in the time that one that works needs. Its own errors do not matter: a context of a browser that ended is closed. */
  private async isInTime(work: Promise<unknown>): Promise<boolean> {
    const end = new AbortController()
    const done = work.then(
      () => true,
      () => true,
    )
    try {
      const late = sleep(this.options.hangMs, false, { signal: end.signal }).catch(() => false)
      return await Promise.race([done, late])
    } finally {
      end.abort()
    }
  }
}

function describe(error: unknown): string {
  if (error instanceof NotIsolatedError) return error.message
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return `The browser can't be reached: ${reason}`
}
