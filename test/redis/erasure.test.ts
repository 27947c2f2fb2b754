import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import { describeRedis } from '../support/redis-server.ts'
import { until } from '../support/wait.ts'

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
