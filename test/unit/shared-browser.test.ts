import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { SharedBrowser, type OpenedBrowser } from '../../adapters/fetch/browser/shared-browser.ts'
import { GENEROUS_MS, until } from '../support/wait.ts'

const never = new AbortController().signal
const forever = new Promise<never>(() => undefined)

/** A browser that does what it is told, and counts. */
class FakeBrowser extends EventEmitter {
  opened = 0
  closed = 0
  isKilled = false
  isEnded = false
  /** Whether it opens and closes nothing any more. */
  isFrozen = false

  async newContext(): Promise<Pick<BrowserContext, 'addInitScript' | 'close'>> {
    if (this.isEnded) throw new Error('browser has been closed')
    if (this.isFrozen) return await forever
    this.opened++
    return {
      addInitScript: async () => ({ dispose: async () => undefined, [Symbol.asyncDispose]: async () => undefined }),
      close: async () => {
        if (this.isFrozen) return await forever
        this.closed++
      },
    }
  }

  async close(): Promise<void> {
    if (this.isFrozen) return await forever
    this.crash()
  }

  crash(): void {
    this.isEnded = true
    this.emit('disconnected')
  }
}

function setUp(options: { recycleAfter?: number; hangMs?: number; open?: () => Promise<OpenedBrowser> } = {}) {
  const browsers: FakeBrowser[] = []
  const problems: (string | null)[] = []
  const shared: SharedBrowser = new SharedBrowser({
    open: async () => {
      const browser = new FakeBrowser()
      browsers.push(browser)
      const kill = (): void => {
        browser.isKilled = true
        browser.crash()
      }
      return { browser: browser as unknown as Browser, pid: null, kill }
    },
    recycleAfter: Infinity,
    hangMs: GENEROUS_MS,
    retryMs: 1,
    onChange: () => {
      if (shared.problem !== problems.at(-1)) problems.push(shared.problem)
    },
    ...options,
  })
  const work = (task: () => Promise<unknown> = async () => 1, signal = never) =>
    shared.withContext(() => ({}), signal, task)
  return { shared, browsers, problems, work }
}

test('each page has a context, which is closed whether its work succeeds or fails', async () => {
  const { shared, browsers, work } = setUp()
  await work()
  await assert.rejects(
    work(async () => {
      assert.equal(shared.openContexts, 1)
      throw new Error('no record')
    }),
    /no record/,
  )
  assert.deepEqual([browsers.length, browsers[0]?.opened, browsers[0]?.closed, shared.openContexts], [1, 2, 2, 0])
})

test('a page whose caller leaves is closed at once', async () => {
  const { shared, browsers, work } = setUp()
  const caller = new AbortController()
  const rendering = work(() => forever, caller.signal)
  await until(() => browsers[0]?.opened === 1, 'the page is open')
  caller.abort(new Error('left'))
  await assert.rejects(rendering, /left/)
  assert.deepEqual([browsers[0]?.closed, shared.openContexts], [1, 0])
})

test('a browser is replaced after a number of pages, and ends with its last one', async () => {
  const { shared, browsers, work } = setUp({ recycleAfter: 2 })
  let finish = (): void => undefined
  const first = work(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  await work()
  await work()
  assert.equal(browsers.length, 2)
  assert.equal(browsers[0]?.isEnded, false)
  finish()
  await first
  assert.equal(browsers[0]?.isEnded, true)
  assert.deepEqual([shared.starts, shared.problem], [2, null])
})

test('a browser that ends is started again, before the next page', async () => {
  const { shared, browsers, problems, work } = setUp()
  await work()
  browsers[0]?.crash()
  await until(() => shared.starts === 2, 'the browser runs again')
  await work()
  assert.deepEqual([browsers.length, browsers[1]?.opened], [2, 1])
  assert.deepEqual(problems, [null, 'The browser has ended.', null])
})

test('a browser that opens no context is killed and replaced', async () => {
  const { shared, browsers, work } = setUp({ hangMs: 1 })
  await shared.start()
  const [frozen] = browsers
  assert.ok(frozen)
  frozen.isFrozen = true
  const caller = new AbortController()
  const rendering = work(undefined, caller.signal)
  caller.abort(new Error('too late'))
  await assert.rejects(rendering, /too late/)
  assert.equal(frozen.isKilled, true)
  await until(() => shared.starts === 2, 'another browser runs')
  assert.equal(shared.openContexts, 0)
})

test('a browser that can not be reached is tried again, once at a time', async () => {
  let isReachable = false
  let attempts = 0
  const browser = new FakeBrowser()
  const { shared, problems, work } = setUp({
    open: async () => {
      attempts++
      if (!isReachable) throw new Error('connection refused\nlog')
      return { browser: browser as unknown as Browser, pid: null, kill: () => undefined }
    },
  })
  const pages = Array.from({ length: 20 }, () => work())
  for (const page of pages) await assert.rejects(page, { code: 'network', message: /reached: connection refused$/ })
  assert.equal(attempts, 1)
  assert.equal(shared.problem, "The browser can't be reached: connection refused")
  await until(() => attempts >= 3, 'it is tried again')
  isReachable = true
  await until(() => shared.problem === null, 'it is reached')
  await work()
  assert.deepEqual(problems, ["The browser can't be reached: connection refused", null])
})

test('after the end there is no page, and no other browser', async () => {
  const { shared, browsers, work } = setUp()
  await work()
  await shared.close()
  assert.equal(browsers[0]?.isEnded, true)
  await assert.rejects(work())
  assert.equal(browsers.length, 1)
})
