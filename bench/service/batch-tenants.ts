/**
 * Measures how long the 200 items of one workspace take, alone, and while another workspace
 * has 40 batches of 1,000 items waiting: with a sandbox key, and with a live key of the
 * free plan.
 *
 * Usage: npm run bench -- batch-tenants
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { ASKED_ENDPOINT } from './asked-record.ts'
import { BatchClient } from './batch-client.ts'
import { createKeys, startServer, type Server } from './services.ts'

const INTERVAL_MS = 1000
const VICTIM_ITEMS = 200
const ATTACKER_BATCHES = 40
const ATTACKER_ITEMS = 1000

const itemsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ query: `B0TENANT${String(index % 100).padStart(2, '0')}` }))

async function createFreeKey({ administrate }: Server, mode: 'live' | 'test'): Promise<string> {
  const { id } = await administrate('workspaces.create', { name: 'free' })
  const key = await administrate('keys.create', { workspace: id, kind: mode, name: 'free' })
  return key.fullKey
}

/** Creates batches as fast as the rate of the key allows. Returns how many were accepted. */
async function flood(url: string, key: string): Promise<number> {
  const body = JSON.stringify({ endpoint: ASKED_ENDPOINT, items: itemsOf(ATTACKER_ITEMS) })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let accepted = 0
  for (let sent = 0; sent < ATTACKER_BATCHES; sent++) {
    const answer = await request(`${url}/api/v1/market/batch`, { method: 'POST', headers, body })
    const text = await answer.body.text()
    if (answer.statusCode === 201) accepted++
    else if (text.includes('rate_limited')) {
      sent--
      await sleep(500)
    }
  }
  return accepted
}

/** Time from the creation of the victim's batch to its end. Unit: s. */
async function measureVictim(client: BatchClient, name: string): Promise<number> {
  const start = performance.now()
  const { id } = await client.create(name, itemsOf(VICTIM_ITEMS), null)
  while ((await client.poll(id, false)).completed_at === null) await sleep(50)
  return (performance.now() - start) / 1000
}

async function measure(attacker: 'nobody' | 'test' | 'live'): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-tenants-'))
  const server = await startServer(directory, { SHELFMARK_BATCH_INTERVAL_MS: String(INTERVAL_MS) })
  try {
    const { keys } = await createKeys(server, 1)
    const accepted = attacker === 'nobody' ? 0 : await flood(server.url, await createFreeKey(server, attacker))
    const seconds = await measureVictim(new BatchClient([server.url], keys[0] ?? ''), attacker)
    console.log(
      `${VICTIM_ITEMS} items, a run each ${INTERVAL_MS} ms, beside ${accepted} accepted batches of ${ATTACKER_ITEMS} items (attacker: ${attacker}): ${seconds.toFixed(1)} s`,
    )
  } finally {
    await server.process.stop()
    rmSync(directory, { recursive: true })
  }
}

for (const attacker of ['nobody', 'test', 'live'] as const) await measure(attacker)
