import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pino from 'pino'
import { startBench } from '../support/service-bench.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-old-versions-'))
after(() => rmSync(folder, { recursive: true }))

const DAY_MS = 86_400_000

/** Warnings of a start at which the versions of browsers have an age. */
async function warningsAt(ageDays: number, source: string): Promise<string[]> {
  const now = Date.now()
  const file = join(folder, 'versions.json')
  writeFileSync(file, JSON.stringify({ date: new Date(now).toISOString().slice(0, 10), chromium: 156 }))
  const lines: string[] = []
  const bench = await startBench({
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    epochMs: () => now + ageDays * DAY_MS,
    settings: { SHELFMARK_SOURCE: source, SHELFMARK_USER_AGENTS: file },
  })
  await bench.close()
  return lines.filter((line) => line.includes('SHELFMARK_USER_AGENTS'))
}

test('a start with old versions of browsers warns once; one that does not send them never', async () => {
  assert.equal((await warningsAt(0, 'live')).length, 0)
  assert.equal((await warningsAt(200, 'live')).length, 1)
  assert.equal((await warningsAt(200, 'sandbox')).length, 0)
})
