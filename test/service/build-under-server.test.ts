import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '../../bench/service/processes.ts'
import { builtPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'
import { ADMIN_TOKEN } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

type Publish = (from: string, to: string) => void
const PUBLISH = pathToFileURL(join(root, 'adapters/publish-build.mjs')).href
const { publishBuild } = (await import(PUBLISH)) as { readonly publishBuild: Publish }

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-build-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

function read(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(
    names.map((name) => [name, statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'utf8') : '/']),
  )
}

test('a build that is put in place leaves what is the same, replaces what differs, and removes what is gone', (t) => {
  const folder = makeFolder(t)
  const [from, to] = [join(folder, 'new'), join(folder, 'dist')]
  write(to, { 'same.js': 'same', 'a/changed.js': 'before', 'a/gone.js': 'gone', 'b/c/gone.js': 'gone' })
  write(from, { 'same.js': 'same', 'a/changed.js': 'after', 'd/e/added.js': 'added' })
  const { ino, mtimeMs } = statSync(join(to, 'same.js'))
  publishBuild(from, to)
  assert.deepEqual(read(to), {
    a: '/',
    'a/changed.js': 'after',
    d: '/',
    'd/e': '/',
    'd/e/added.js': 'added',
    'same.js': 'same',
  })
  const { ino: sameIno, mtimeMs: sameMs } = statSync(join(to, 'same.js'))
  assert.deepEqual([sameIno, sameMs], [ino, mtimeMs])
  const first = join(folder, 'first')
  publishBuild(to, first)
  assert.deepEqual(Object.keys(read(first)), ['a', 'a/changed.js', 'd', 'd/e', 'd/e/added.js', 'same.js'])
})

test('while builds are put in place, no file is missing, and none is half written', async (t) => {
  const folder = makeFolder(t)
  const to = join(folder, 'dist')
  const contents = ['one', 'two'].map((text) => text.repeat(100_000))
  write(to, { 'a/changed.js': contents[0] ?? '', 'a/same.js': 'same' })
  const program = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { publishBuild } from ${JSON.stringify(PUBLISH)}
    for (let round = 1; round <= 200; round++) {
      mkdirSync('new/a', { recursive: true })
      writeFileSync('new/a/changed.js', (round % 2 === 0 ? 'one' : 'two').repeat(100_000))
      writeFileSync('new/a/same.js', 'same')
      publishBuild('new', 'dist')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, stdio: 'inherit' })
  const ended = once(child, 'exit')
  let reads = 0
  while (child.exitCode === null) {
    assert.ok(contents.includes(readFileSync(join(to, 'a/changed.js'), 'utf8')), 'a file is half written')
    assert.equal(readFileSync(join(to, 'a/same.js'), 'utf8'), 'same')
    if (++reads % 20 === 0) await new Promise(setImmediate)
  }
  assert.deepEqual(await ended, [0, null])
  assert.ok(reads > 20, `${reads} reads`)
})

test('every script that builds makes the build beside dist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const commands = Object.entries(scripts)
  assert.deepEqual(
    commands.filter(([, script]) => /rmSync|\brm\b|noEmit false|outDir/.test(script)),
    [],
  )
  const building = commands.filter(([, script]) => script.includes('npm run build')).map(([name]) => name)
  assert.deepEqual(building, ['pretest', 'pretest:all', 'smoke', 'pretest:fast', 'coverage'])
  assert.equal(scripts['build'], 'node adapters/build.mjs')
  assert.match(readFileSync(join(root, 'adapters/prepare-build.mjs'), 'utf8'), /'npm run build'/)
})

/** A server that runs from the build of a copy of the project. */
async function startCopy(t: TestContext) {
  const clone = makeFolder(t)
  const dist = join(clone, 'dist')
  for (const part of ['core', 'selectors', 'adapters']) {
    cpSync(builtPath(part), join(dist, part), { recursive: true, filter: (file) => !file.endsWith('.d.ts') })
  }
  cpSync(join(root, 'package.json'), join(clone, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  const [port, adminPort] = [await findFreePort(), await findFreePort()]
  const child: ChildProcess = spawn(process.execPath, [join(dist, 'adapters/cli/main.js'), 'serve'], {
    cwd: clone,
    env: {
      ...process.env,
      SHELFMARK_PORT: String(port),
      SHELFMARK_ADMIN_PORT: String(adminPort),
      SHELFMARK_ADMIN_TOKEN: ADMIN_TOKEN,
      SHELFMARK_DATA: join(clone, 'data'),
      SHELFMARK_SOURCE: 'sandbox',
    },
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  t.after(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  const findKey = (): string | undefined => /Bearer (\S+)'/.exec(said)?.[1]
  await until(
    () => findKey() !== undefined,
    () => `a key is printed: ${said}`,
  )
  return { clone, dist, base: `http://127.0.0.1:${port}`, admin: `http://127.0.0.1:${adminPort}`, key: findKey() ?? '' }
}

test('a server answers everything after a later build, of which it can load nothing', async (t) => {
  const { clone, dist, base, admin, key } = await startCopy(t)
  const beside = join(clone, '.build')
  cpSync(dist, beside, { recursive: true })
  for (const name of readdirSync(beside, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js')) writeFileSync(join(beside, name), "throw new Error('a later build')\n")
  }
  rmSync(join(beside, 'adapters/web/assets'), { recursive: true })
  rmSync(join(beside, 'adapters/store'), { recursive: true })
  publishBuild(beside, dist)
  assert.ok(!existsSync(join(dist, 'adapters/web/assets')))

  const get = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const answer = await fetch(url, { headers })
    assert.equal(answer.status, 200, `${url}: ${await answer.clone().text()}`)
    return answer
  }
  const pages = [`${base}/`, `${base}/docs`, `${admin}/`]
  for (const page of pages) {
    const links = [...(await (await get(page)).text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)]
    assert.ok(links.length >= 2, page)
    for (const [, link = ''] of links) {
      for (const coding of ['br', 'gzip', 'identity'])
        await get(new URL(link, page).href, { 'Accept-Encoding': coding })
    }
  }
  const authorization = `Bearer ${key}`
  const api = `${base}/api/v1/market`
  for (const path of ['/api/v1/openapi.json', '/docs/collection.json', '/playground/facts', '/livez', '/readyz'])
    await get(base + path)
  for (const format of ['json', 'csv', 'markdown']) {
    await get(`${api}/product?query=B0SHLFS001&domain=de&format=${format}`, { authorization })
  }
  await get(`${api}/search?query=lamp&domain=de`, { authorization })
  const made = await fetch(`${api}/watch`, {
    method: 'POST',
    headers: { authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      endpoint: 'market.product',
      items: [{ query: 'B0SHLFS001', domain: 'de' }],
      cron: '0 6 * * *',
    }),
  })
  const watch = (await made.json()) as { readonly id?: string }
  assert.equal(made.status, 201, JSON.stringify(watch))
  for (const format of ['json', 'csv', 'jsonl', 'parquet']) {
    await get(`${api}/watch/${watch.id}/series?item=0&field=price&format=${format}`, { authorization })
  }
  await get(`${admin}/metrics`)
  const health = await fetch(`${admin}/admin/v1/service.health`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  })
  assert.equal(health.status, 200)
})
