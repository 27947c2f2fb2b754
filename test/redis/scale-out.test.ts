// Takes more than 20 seconds: it runs the script of the documentation: two servers and three workers, each a process, until a batch is done.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { findPostgres } from '../../bench/service/postgres.ts'
import { root } from '../support/root.ts'

const script = join(root, 'adapters/server/scale-out.sh')
/** Eight processes start one after the other on a machine that may be busy. */
const TIMEOUT_MS = 300_000

const missing = ['redis-server', 'redis-cli', 'curl'].filter(
  (command) => spawnSync(command, ['--version']).error !== undefined,
)
if (typeof findPostgres() === 'string') missing.push('PostgreSQL server')
const skip = missing.length > 0 ? `NOT CHECKED: scale-out.sh: there is no ${missing.join(', ')}` : false
if (skip !== false) console.warn(`\n*** ${skip} ***\n`)

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

test(
  'scale-out.sh: a batch over two servers and three workers, its webhook verified, no open port and no file left',
  { skip, timeout: TIMEOUT_MS },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'shelfmark-scale-out-'))
    // The user of the database goes through it.
    chmodSync(folder, 0o711)
    const child = spawn(script, { env: { ...process.env, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
    t.after(() => {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    })
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    assert.deepEqual([code, errors], [0, ''])
    const lines = [
      /^postgres: port (\d+)$/,
      /^redis: {4}port (\d+)$/,
      /^servers: {2}ports (\d+) and (\d+)$/,
      /^workers: {2}3$/,
      /^created: {2}batch [0-9a-f-]{36} at port \d+$/,
      /^webhook: {2}verified true, complete, 3 of 3 items succeeded$/,
      /^polled: {3}complete, 3 results, 15 credits, at port \d+$/,
    ]
    const printed = output.trimEnd().split('\n')
    assert.equal(printed.length, lines.length, output)
    for (const [index, line] of lines.entries()) assert.match(printed[index] ?? '', line)
    const ports = [
      ...printed
        .slice(0, 3)
        .join('\n')
        .matchAll(/\b\d+\b/g),
    ].map(([port]) => Number(port))
    assert.equal(ports.length, 4)
    for (const port of ports) assert.equal(await isOpen(port), false, `port ${port} is still open`)
    assert.deepEqual(readdirSync(folder), [])
  },
)
