import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { KEPT_NAMES } from '../../adapters/store/redis/erase-workspace.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { createCustomer } from '../contract/erasure-contract.ts'
import { NOW } from '../contract/store-caller.ts'
import { describeRedis } from '../support/redis-server.ts'
import { until } from '../support/wait.ts'

/** `workspace:<w>:closed*` as an expression. */
const toPattern = (name: string, id: string): RegExp => new RegExp(`^${name.replace('<w>', id).replaceAll('*', '.*')}$`)

describeRedis('the names that an erasure leaves', [], (server) => {
  test('are those of the books, and what ends by itself', async (t) => {
    const store = await openRedisStore({ url: server.url, epochMs: () => NOW, clock: 'caller' })
    t.after(() => store.close())
    const { workspaceId: id } = await createCustomer(store)
    const namesOf = async (): Promise<string[]> =>
      (await server.redis.keys(`*${id}*`))
        .map((name) => name.replace('shelfmark:', ''))
        // The test has chosen the id of this entry.
        .filter((name) => !name.startsWith('statistics-entry:'))
    assert.ok((await namesOf()).length > 10)
    await store.erase(id)
    const left = await namesOf()
    assert.ok(left.length > 3, left.join())
    assert.deepEqual(
      left.filter((name) => !KEPT_NAMES.some((kept) => toPattern(kept, id).test(name))),
      [],
    )
  })
})

describeRedis('erasure on a Redis with an append-only file', ['--aof-use-rdb-preamble', 'no'], (server) => {
  test('the file has what was erased until it is rewritten', async () => {
    const store = await openRedisStore({ url: server.url })
    const { id } = await store.workspaces.create({ name: 'Needle & Sons' })
    await store.erase(id)
    await store.close()
    const [, folder = ''] = (await server.redis.config('GET', 'dir')) as string[]
    const isLeft = (): boolean => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.aof'))
      assert.ok(files.length > 0, 'there is a file')
      return files.some((name) => readFileSync(join(folder, name)).includes('Needle & Sons'))
    }
    assert.ok(isLeft())
    await server.redis.bgrewriteaof()
    await until(async () => !isLeft(), 'the file is rewritten')
  })
})
