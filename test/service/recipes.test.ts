import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '../../bench/service/processes.ts'
import { generateProduct } from '../../adapters/sandbox/index.ts'
import { startSandbox, type RunningSandbox } from '../../adapters/sandbox/server/start-sandbox.ts'
import { cliPath } from '../support/built-path.ts'
import { stripTypes } from '../support/readme-programs.ts'
import { root } from '../support/root.ts'
import { until } from '../support/wait.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-recipes-'))
const CHROMIUM = '/usr/bin/chromium'
const ASIN = 'B0SHLFX301'

let sandbox: RunningSandbox
before(async () => {
  sandbox = await startSandbox({ weight: 'light' })
})
after(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

/** The block of a README that contains a text. */
function readBlock(readme: string, mark: string): string {
  const text = readFileSync(join(root, readme), 'utf8')
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  return blocks.find((block) => block.includes(mark)) ?? assert.fail(`${readme} has no block with ${mark}`)
}

/** A recipe with the simulated marketplace of this test. */
function readRecipe(mark: string, replacements: Readonly<Record<string, string>> = {}): string {
  let program = readBlock('adapters/pages/README.md', mark)
  const all = { 'http://127.0.0.1:8080': `http://127.0.0.1:${sandbox.port}`, ...replacements }
  for (const [text, replacement] of Object.entries(all)) {
    assert.ok(program.includes(text), text)
    program = program.replaceAll(text, replacement)
  }
  return program
}

/** Runs a program in the top folder, and gives what it prints. */
function run(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, ['--input-type=module'], { cwd: root }, (error, output, errors) => {
      if (error === null) resolve(output)
      else reject(new Error(errors, { cause: error }))
    })
    child.stdin?.end(program)
  })
}

const TITLE = generateProduct({ asin: ASIN, domain: 'de' }).record.title
const PRINTED = `product ${TITLE}\n`

function skipWithoutChromium(t: TestContext): boolean {
  if (existsSync(CHROMIUM)) return false
  console.log(`*** NOT CHECKED: ${t.name}: there is no ${CHROMIUM}`)
  t.skip('there is no Chromium')
  return true
}

const LAUNCH = `launch({ executablePath: '${CHROMIUM}', args: ['--no-sandbox'] })`

test('fetch', async () => {
  assert.equal(await run(readRecipe('extractResponse')), PRINTED)
})

test('Playwright', async (t) => {
  if (skipWithoutChromium(t)) return
  assert.equal(
    await run(readRecipe(`'playwright'`, { "'playwright'": "'playwright-core'", 'launch()': LAUNCH })),
    PRINTED,
  )
})

test('Puppeteer', async (t) => {
  if (skipWithoutChromium(t)) return
  assert.equal(await run(readRecipe(`'puppeteer'`, { "'puppeteer'": "'puppeteer-core'", 'launch()': LAUNCH })), PRINTED)
})

/** What the recipe uses of Crawlee, which is not installed here. */
const CRAWLEE = `
export class PlaywrightCrawler {
  constructor({ requestHandler }) {
    this.requestHandler = requestHandler
  }
  async run(urls) {
    for (const url of urls) {
      const answer = await fetch(url)
      const text = await answer.text()
      const page = { content: async () => text, url: () => answer.url }
      const pushData = async (record) => console.log(record.title)
      await this.requestHandler({ request: { url }, page, response: { status: () => answer.status }, pushData })
    }
  }
}`

test('Crawlee, with a stand-in for its crawler', async () => {
  const file = join(folder, 'crawlee.mjs')
  writeFileSync(file, CRAWLEE)
  const stub = { "'crawlee'": `'${pathToFileURL(file).href}'` }
  assert.equal(await run(readRecipe(`'crawlee'`, stub)), `${TITLE}\n`)
  const captcha = readRecipe(`'crawlee'`, { ...stub, [ASIN]: 'B0CAPTCHA0' })
  await assert.rejects(run(captcha), /gave a page of kind captcha/)
})

test('the receiver of webhooks accepts a signed batch, and refuses another signature', async (t) => {
  const port = await findFreePort()
  const secret = `whsec_${'A'.repeat(43)}`
  const program = readBlock('adapters/work/webhook/README.md', 'createServer').replace(
    'listen(9000)',
    `listen(${port}, '127.0.0.1')`,
  )
  const receiver = spawn(process.execPath, ['--input-type=module'], {
    cwd: root,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => receiver.kill())
  receiver.stdin.end(await stripTypes(program))
  let printed = ''
  receiver.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  const url = `http://127.0.0.1:${port}/batches`
  await until(
    () =>
      fetch(url).then(
        (answer) => answer.status === 401,
        () => false,
      ),
    'the receiver listens',
  )

  const send = (own: string): Promise<number> =>
    new Promise((resolve) => {
      const cli = cliPath()
      const env = { PATH: process.env.PATH, SHELFMARK_WEBHOOK_ALLOW: `http://127.0.0.1:${port}` }
      execFile(process.execPath, [cli, 'webhooks', 'test', url, '--secret', own], { env }, (error) =>
        resolve(typeof error?.code === 'number' ? error.code : 0),
      )
    })
  assert.equal(await send(secret), 0)
  await until(() => /complete/.test(printed), 'the receiver prints the batch')
  assert.equal(await send(`whsec_${'B'.repeat(43)}`), 1)
})
