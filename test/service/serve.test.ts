import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { findFreePort } from '../../bench/service/processes.ts'
import { readConfig } from '../../adapters/server/config.ts'
import { startService } from '../../adapters/server/start-service.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { productSchema } from '../../core/index.ts'
import { cliPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'

/** Fields of a product without `html`, in the order of the wire. */
const FIELDS = Object.keys(productSchema.entries).filter((field) => field !== 'html')

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-serve-'))
after(() => rmSync(folder, { recursive: true }))

const [port, adminPort] = [await findFreePort(), await findFreePort()]
const environment = {
  ...process.env,
  SHELFMARK_PORT: String(port),
  SHELFMARK_ADMIN_PORT: String(adminPort),
  SHELFMARK_DATA: join(folder, 'data'),
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function run(args: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const command = [cliPath(), ...args]
  try {
    const output = await promisify(execFile)(process.execPath, command, { env: { ...environment, ...extra } })
    return { code: 0, ...output }
  } catch (error) {
    return error as Ended
  }
}

test('the first start prints a curl line that gives a product; keys are managed while it runs; SIGTERM drains it', async () => {
  const server = spawn(process.execPath, [cliPath(), 'serve'], { env: environment })
  const exited = once(server, 'exit')
  try {
    let said = ''
    for await (const chunk of server.stderr) {
      said += String(chunk)
      if (said.includes('curl') && said.endsWith('\n\n')) break
    }
    const [, authorization = '', url = ''] = /curl -H 'Authorization: (.+)' '(.+)'/.exec(said) ?? []
    const answer = await fetch(url, { headers: { authorization } })
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys((await answer.json()) as object), FIELDS)

    const created = await run(['keys', 'create', 'second'])
    assert.match(created.stdout, /^svc_live_[A-Za-z0-9]{44}\n$/)
    const { stdout } = await run(['keys', 'list', '--json'])
    const keys = JSON.parse(stdout) as { id: string; name: string }[]
    assert.deepEqual(
      keys.map(({ name }) => name),
      ['first sandbox key', 'second'],
    )
    await run(['keys', 'revoke', keys[1]?.id ?? ''])

    // No other test listens there, unlike on a port that was free a moment ago.
    const lost = await run(['keys', 'list'], { SHELFMARK_ADMIN_PORT: '1' })
    assert.equal(lost.code, 2)
    assert.match(
      lost.stderr,
      /^shelfmark: a server has the store open, and nothing answers at http:\/\/127\.0\.0\.1:\d+: set .*\n$/,
    )
    const revoked = await fetch(url, { headers: { authorization: `Bearer ${created.stdout.trim()}` } })
    assert.deepEqual([revoked.status, await revoked.json()], [401, { error: 'revoked' }])

    const second = await run(['serve'], { SHELFMARK_PORT: '0', SHELFMARK_ADMIN_PORT: '0' })
    assert.equal(second.code, 2, 'a second server on the same data')
  } finally {
    server.kill('SIGTERM')
  }
  const [code] = (await exited) as [number]
  assert.equal(code, 0)
})

test('without a server, the commands work on the store itself', async () => {
  const { stdout } = await run(['workspaces', 'list'])
  assert.match(stdout, /default\s+free\s+no/)
  assert.match((await run(['usage'])).stdout, /^day\s+key\s+kind/)
  assert.equal((await run(['keys', 'revoke', 'key_unknown'])).code, 2)
})

/** Fails after it has answered: at first in a promise that nothing waits for, then in a timer, while it answers. */
const LATE_SOURCE = `
import { readFileSync } from 'node:fs'
const bytes = readFileSync(${JSON.stringify(join(root, 'golden/product/de/decimal-comma/page.html'))})
let calls = 0
export default {
  async fetch({ url }) {
    if (++calls === 1) void Promise.reject(new Error('late rejection'))
    else setTimeout(() => { throw new Error('late exception') }, 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
    return { status: 200, url, bytes }
  },
  async close() {},
}`

test('a source that fails late: rejections are logged; an exception ends the server when its charges are written', async () => {
  const source = join(folder, 'late-source.mjs')
  writeFileSync(source, LATE_SOURCE)
  const env = { ...environment, SHELFMARK_DATA: join(folder, 'late'), SHELFMARK_DRAIN_MS: '20000' }
  const server = spawn(process.execPath, [cliPath(), 'serve', '--source', source], { env })
  const exited = once(server, 'exit')
  let log = ''
  server.stdout.on('data', (chunk) => (log += String(chunk)))
  for await (const chunk of server.stderr.iterator({ destroyOnReturn: false }))
    if (String(chunk).includes('curl')) break
  server.stderr.resume()
  const { stdout } = await run(['keys', 'create', 'live'], { SHELFMARK_DATA: env.SHELFMARK_DATA })
  const ask = async (): Promise<number> => {
    const url = `http://127.0.0.1:${port}/api/v1/market/product?query=B0SHLFA008&domain=de`
    return (await fetch(url, { headers: { Authorization: `Bearer ${stdout.trim()}` } })).status
  }
  assert.equal(await ask(), 200)
  assert.equal(server.exitCode, null)
  assert.equal(await ask(), 200)
  assert.deepEqual(await exited, [1, null])
  assert.match(log, /"level":"error".*late rejection.*nothing waits for this rejection/)
  assert.match(log, /"level":"fatal".*late exception.*nothing catches this exception/)
  const { stdout: usage } = await run(['usage', '--json'], { SHELFMARK_DATA: env.SHELFMARK_DATA })
  const [row] = JSON.parse(usage) as { charges: number }[]
  assert.equal(row?.charges, 2)
})

test('all mistakes in the settings are reported at once', async () => {
  const checked = await run(['serve', '--check-config'], { SHELFMARK_PORT: 'x', SHELFMARK_WORKERS: '0' })
  assert.equal(checked.code, 2)
  assert.match(checked.stderr, /SHELFMARK_PORT.*\n.*SHELFMARK_WORKERS/)
  assert.equal((await run(['serve', '--check-config'])).code, 0)
})

test('a part that fails to start leaves no store open', async () => {
  const config = readConfig({ SHELFMARK_DATA: join(folder, 'failed'), SHELFMARK_LOG: 'silent' }, 1)
  await assert.rejects(startService({ ...config, workers: 0 }))
  const store = await openSqliteStore({ directory: join(folder, 'failed') })
  await store.close()
})
