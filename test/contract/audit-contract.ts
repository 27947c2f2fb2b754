import assert from 'node:assert/strict'
import type { AuditEntry, AuditQuery, NewAuditEntry } from '../../adapters/store/audit.ts'
import type { Store } from '../../adapters/store/store.ts'
import { NOW, type Check } from './store-caller.ts'

const ALL: AuditQuery = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 100 }

const entryOf = (id: string, change: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  id,
  atMs: NOW,
  actor: 'token',
  address: '192.0.2.7',
  command: 'keys.revoke',
  workspaceId: null,
  input: { key: 'key_1', cancelBatches: true },
  ...change,
})

async function listIds(store: Store, query: Partial<AuditQuery> = {}): Promise<string[]> {
  const { entries } = await store.audit.list({ ...ALL, ...query })
  return entries.map(({ id }) => id)
}

/** What every store does with the commands of operators. */
export function auditContract(check: Check): void {
  check('audit: a command is recorded before it runs, and how it ended once', async (store, data) => {
    const begun = entryOf('a')
    await store.audit.begin(begun)
    const unknown: AuditEntry = { ...begun, outcome: null, subjectId: null }
    assert.deepEqual((await store.audit.list(ALL)).entries, [unknown])

    await store.audit.end('a', { outcome: 'ok', workspaceId: 'ws_1', subjectId: 'key_1' })
    const ended: AuditEntry = { ...begun, outcome: 'ok', workspaceId: 'ws_1', subjectId: 'key_1' }
    assert.deepEqual((await store.audit.list(ALL)).entries, [ended])

    // Sent again, as after an answer that was lost; or to hide something.
    await store.audit.begin(entryOf('a', { command: 'workspaces.list' }))
    await store.audit.end('a', { outcome: 'unknown_key', workspaceId: null, subjectId: null })
    await store.audit.end('none', { outcome: 'ok', workspaceId: null, subjectId: null })
    assert.deepEqual((await store.audit.list(ALL)).entries, [ended])
    await store.close()
    const again = await data.open()
    assert.deepEqual((await again.audit.list(ALL)).entries, [ended])
    await again.close()
  })

  check('audit: entries are listed by pages, of some days and of a workspace', async (store) => {
    for (let index = 0; index < 25; index++) {
      const workspaceId = index % 5 === 0 ? 'ws_1' : null
      await store.audit.begin(entryOf(`entry ${index}`, { atMs: NOW + index, workspaceId }))
    }
    await store.audit.end('entry 7', { outcome: 'ok', workspaceId: 'ws_1', subjectId: 'key_7' })
    const seen: string[] = []
    let pages = 0
    for (let after: string | null = null; pages === 0 || after !== null; pages++) {
      const page = await store.audit.list({ ...ALL, after, limit: 10 })
      seen.push(...page.entries.map(({ id }) => id))
      after = page.next
    }
    const newestFirst = Array.from({ length: 25 }, (_, index) => `entry ${24 - index}`)
    assert.deepEqual([seen, pages], [newestFirst, 3])
    const own = ['entry 20', 'entry 15', 'entry 10', 'entry 7', 'entry 5', 'entry 0']
    assert.deepEqual(await listIds(store, { workspaceId: 'ws_1' }), own)
    assert.deepEqual(await listIds(store, { workspaceId: 'ws_1', fromMs: NOW + 7, toMs: NOW + 15 }), [
      'entry 10',
      'entry 7',
    ])
    assert.deepEqual(await listIds(store, { workspaceId: 'ws_none' }), [])
  })

  check('audit: a rare entry among thousands is found', async (store) => {
    await store.audit.begin(entryOf('first', { workspaceId: 'ws_1' }))
    await Promise.all([...Array(4100).keys()].map((index) => store.audit.begin(entryOf(`entry ${index}`))))
    await store.audit.begin(entryOf('last', { workspaceId: 'ws_1' }))
    assert.deepEqual(await listIds(store, { workspaceId: 'ws_1' }), ['last', 'first'])
    const page = await store.audit.list({ ...ALL, workspaceId: 'ws_1', limit: 1 })
    assert.deepEqual(await listIds(store, { workspaceId: 'ws_1', after: page.next }), ['first'])
  })

  check('audit: entries that are too old or too many are removed, and others stay', async (store) => {
    const count = 710
    for (let index = 0; index < count; index++) await store.audit.begin(entryOf(String(index), { atMs: NOW + index }))
    await store.audit.end('0', { outcome: 'ok', workspaceId: null, subjectId: null })
    await store.audit.forget({ beforeMs: 0, most: count })
    assert.equal((await listIds(store, { limit: 2000 })).length, count)
    await store.audit.forget({ beforeMs: NOW + 550, most: count })
    assert.equal((await listIds(store, { limit: 2000 })).at(-1), '550')
    await store.audit.forget({ beforeMs: 0, most: 3 })
    assert.deepEqual(await listIds(store), ['709', '708', '707'])
    await store.audit.forget({ beforeMs: NOW + count, most: 3 })
    assert.deepEqual(await listIds(store), [])
    await store.audit.begin(entryOf('after all'))
    assert.deepEqual(await listIds(store), ['after all'])
    await store.audit.forget({ beforeMs: 0, most: 3 })
    assert.deepEqual(await listIds(store), ['after all'])
  })
}
