import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { checkRedisSettings } from '../../adapters/store/redis/check-redis-settings.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { describeRedis } from '../support/redis-server.ts'

describeRedis('settings of a Redis', ['--appendonly', 'no'], (server) => {
  test('a policy that removes items of queues causes a warning', async () => {
    const { redis } = server
    assert.deepEqual(await checkRedisSettings(redis), [])
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    assert.match((await checkRedisSettings(redis)).join(), /^maxmemory-policy is allkeys-lru/)
    await redis.config('SET', 'maxmemory-policy', 'noeviction')
    await redis.acl('SETUSER', 'limited', 'reset', 'on', '>word', '~*', '+@all', '-config')
    const limited = new Redis(server.url.replace('//', '//limited:word@'))
    const warnings = await checkRedisSettings(limited)
    limited.disconnect()
    assert.deepEqual(warnings.length, 1)
    assert.match(warnings[0] ?? '', /could not be read/)
  })

  test('a server that is not there is named, with the reason', async () => {
    const away = connectRedis('redis://127.0.0.1:1')
    const message = 'The Redis does not work: connect ECONNREFUSED 127.0.0.1:1.'
    await assert.rejects(checkRedisSettings(away), { name: 'StoreError', code: 'unavailable', message })
    away.disconnect()
  })

  test('a server that is too old, or part of a cluster, is refused', async () => {
    const like = (info: string) => Object.assign(Object.create(server.redis) as Redis, { info: async () => info })
    const unavailable = { name: 'StoreError', code: 'unavailable' }
    const [old, cluster] = ['redis_version:6.0.16\r\n', 'redis_version:7.0.15\r\nredis_mode:cluster\r\n'].map(like)
    assert.ok(old && cluster, 'two servers')
    await assert.rejects(checkRedisSettings(old), unavailable)
    await assert.rejects(checkRedisSettings(cluster), unavailable)
    const warnings = await checkRedisSettings(like('redis_version:6.2.14\r\nredis_mode:standalone\r\n'))
    assert.match(warnings.join(' '), /6\.2\.14/)
  })
})
