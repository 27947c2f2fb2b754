import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeBrowserFolder } from '../../adapters/fetch/browser/browser-folder.ts'
import { openPageBrowser, type RenderJob } from '../../adapters/fetch/browser/page-browser.ts'
import { listDescendants } from '../../bench/service/process-tree.ts'
import { inTime, until } from '../support/wait.ts'

const temporary = mkdtempSync(join(tmpdir(), 'shelfmark-threads-'))
process.env['TMPDIR'] = temporary
after(() => rmSync(temporary, { recursive: true, force: true }))

const IS_SOURCE = import.meta.url.endsWith('.ts')
const module = new URL(`../support/stuck-browser${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url)
const never = new AbortController().signal

const toJob = (text: string): RenderJob => ({
  request: { record: 'product', domain: 'de', url: 'https://www.amazon.de/', language: null, attempt: 1 },
  received: { status: 200, url: 'https://www.amazon.de/', bytes: Buffer.from(text) },
  screenshot: null,
  fetchPage: async () => assert.fail('no page is fetched'),
  resources: null,
})
const open = (hangMs: number, problems: (string | null)[] = []) =>
  openPageBrowser({
    settings: { at: { path: 'none', hasSandbox: false }, pages: 4, recycleAfter: 100 },
    onProblem: (problem) => problems.push(problem),
    hangMs,
    module,
  })
const sleepers = () => listDescendants(process.pid).filter(({ command }) => command.startsWith('sleep'))

test('a caller of a thread that is stuck is answered when its signal is aborted', async () => {
  const browser = open(5000)
  const caller = new AbortController()
  const rendering = browser.render(toJob(''), caller.signal)
  await until(() => browser.problem() === null, 'the page is in the thread')
  caller.abort(new Error('The time is over.'))
  await assert.rejects(inTime(rendering, 'an answer'), /The time is over/)
  await inTime(browser.close(), 'the end')
})

test('a thread that is stuck is replaced, with its browser and its files', async () => {
  const problems: (string | null)[] = []
  const browser = open(1000, problems)
  await browser.start()
  const [first] = sleepers()
  const folders = readdirSync(temporary)
  assert.ok(first !== undefined)
  const stuck = browser.render(toJob(''), never)
  const beside = browser.render(toJob('x'), never).catch((error: unknown) => error)
  await assert.rejects(inTime(stuck, 'the end of the page'), { code: 'network', message: /did not answer/ })
  await beside
  // On a busy machine, the next one may be replaced too.
  const isRendered = () => browser.render(toJob('y'), never).then(Boolean, () => false)
  await until(isRendered, 'another thread renders')
  await until(() => !sleepers().some(({ pid }) => pid === first.pid), 'the browser has ended')
  await until(() => folders.some((name) => !existsSync(join(temporary, name))), 'its files are removed')
  assert.ok(browser.counts().starts >= 2)
  assert.deepEqual(problems.slice(0, 2), [null, 'The client of the browser did not answer, and was replaced.'])
  await inTime(browser.close(), 'the end')
})

test('files of processes that have ended are removed, and no others', () => {
  const parent = mkdtempSync(join(temporary, 'folders-'))
  const own = makeBrowserFolder(parent)
  const prefix = own.slice(parent.length + 1).replace(/\d+-[^-]+$/, '')
  const dead = 2 ** 22 + 1
  const kept = [own.slice(parent.length + 1), `${prefix}${process.ppid}-a`, `sm-000000-${dead}-b`, `${prefix}x`]
  for (const name of kept.slice(1)) mkdirSync(join(parent, name))
  symlinkSync(own, join(parent, `${prefix}${dead}-link`))
  mkdirSync(join(parent, `${prefix}${dead}-c`, 'profile'), { recursive: true })
  writeFileSync(join(parent, `${prefix}${dead}-c`, 'profile', 'x'), 'x')
  const next = makeBrowserFolder(parent).slice(parent.length + 1)
  assert.deepEqual(readdirSync(parent).toSorted(), [...kept, `${prefix}${dead}-link`, next].toSorted())
})
