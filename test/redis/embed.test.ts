import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createService, type PageSource } from '../../adapters/server/index.ts'
import { describeShared } from '../support/shared-servers.ts'
import { PRODUCT } from '../support/service-bench.ts'

describeShared('a service inside of a program, on a Redis', (servers) => {
  test('the store is the URL of a Redis; what a source does wrong costs nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shelfmark-embed-'))
    const source: PageSource = { fetch: () => Promise.reject(new Error('no')), close: async () => undefined }
    const settings = { SHELFMARK_LOG: 'silent', SHELFMARK_WORKERS: '1', SHELFMARK_DATA: folder }
    const service = await createService({
      source,
      store: { database: servers.postgres.url, redis: servers.redis.url },
      settings,
    })
    const { id } = await service.store.workspaces.create({ name: 'embed' })
    const { fullKey } = await service.store.keys.create(id, { mode: 'live', name: 'embed' })
    const headers = { Authorization: `Bearer ${fullKey}` }
    const answer = await service.app.request(`${PRODUCT}?query=B0SHLFX301&timeout=1`, { headers })
    assert.deepEqual([answer.status, await answer.json()], [502, { error: 'target_unreachable' }])
    assert.equal(await service.store.ledger.usedCredits(id, Date.now()), 0)
    const simulated = await service.app.request(`${PRODUCT}?query=B0SHLFX301`, {
      headers: { Authorization: `Bearer ${service.firstKey}` },
    })
    assert.equal(simulated.status, 200)
    await simulated.text()
    await service.close()
    rmSync(folder, { recursive: true })
  })
})
