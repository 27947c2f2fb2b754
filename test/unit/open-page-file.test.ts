import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { openPageFile } from '../../adapters/mcp/open-page-file.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'shelfmark-page-file-')))
after(() => rmSync(top, { recursive: true }))
const folder = join(top, 'pages')
mkdirSync(join(folder, 'sub'), { recursive: true })
mkdirSync(join(top, 'pages-of-others'))
for (const name of ['pages/a.html', 'pages/sub/..b.html', 'secret.html', 'pages-of-others/c.html']) {
  writeFileSync(join(top, name), name)
}
symlinkSync(join(top, 'secret.html'), join(folder, 'link.html'))
symlinkSync(top, join(folder, 'up'))
symlinkSync(join(folder, 'a.html'), join(folder, 'inner.html'))
symlinkSync(folder, join(top, 'alias'))

const read = async (file: string, root = folder) => await text(await openPageFile(file, root))

test('files in the folder are read, by any of their paths', async () => {
  for (const file of ['a.html', './sub/../a.html', join(folder, 'a.html'), 'inner.html', join(top, 'alias/a.html')])
    assert.equal(await read(file), 'pages/a.html', file)
  assert.equal(await read('sub/..b.html'), 'pages/sub/..b.html')
  assert.equal(await read(join(top, 'alias', 'a.html'), join(top, 'alias')), 'pages/a.html')
})

test('nothing elsewhere is read, whether it exists or not', async () => {
  const outside = [
    '../secret.html',
    '../none.html',
    join(top, 'secret.html'),
    '/etc/passwd',
    '/none',
    'link.html',
    'up/secret.html',
    'sub/../../secret.html',
    join(top, 'pages-of-others/c.html'),
  ]
  for (const file of outside) await assert.rejects(openPageFile(file, folder), / is not in .*--files FOLDER/, file)
})

test('a folder, a socket and a missing file are refused', async (t) => {
  const socket = createServer().listen(join(folder, 'socket'))
  t.after(() => socket.close())
  await once(socket, 'listening')
  for (const file of ['sub', 'socket', '.']) await assert.rejects(openPageFile(file, folder), /is not a file/, file)
  await assert.rejects(openPageFile('none.html', folder), { code: 'ENOENT' })
})
