import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DockerfileParser } from 'dockerfile-ast'
import { parse } from 'yaml'
import { readConfig } from '../../adapters/server/config.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'adapters/server/docker')
const dockerfile = DockerfileParser.parse(readFileSync(join(folder, 'Dockerfile'), 'utf8'))

function argumentsOf(keyword: string): string[] {
  return dockerfile
    .getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '')
}

test('the image copies files that exist, and runs the built program', () => {
  const sources = dockerfile.getCOPYs().filter((copy) => copy.getFromFlag() === null)
  const copied = sources.flatMap((copy) =>
    copy
      .getArguments()
      .slice(0, -1)
      .map((argument) => argument.getValue()),
  )
  assert.ok(copied.length >= 6)
  for (const path of copied) assert.ok(existsSync(join(root, path)), path)
  assert.deepEqual([argumentsOf('ENTRYPOINT'), argumentsOf('CMD').slice(-1)], [['["shelfmark"]'], ['["serve"]']])
  const [, main = ''] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/shelfmark/.exec(argumentsOf('RUN').join('\n')) ?? []
  assert.ok(existsSync(join(root, main)), main)
  const packages = argumentsOf('RUN').findIndex((run) => run.startsWith('npm ci'))
  assert.equal(packages, 0, 'packages are installed before sources are copied')
})

test('the image does not run as root, keeps its data in a volume, and checks its health by node', () => {
  assert.deepEqual(argumentsOf('USER'), ['node'])
  assert.deepEqual(argumentsOf('VOLUME'), ['/data'])
  assert.match(argumentsOf('HEALTHCHECK').join(), /"node", "-e", .*SHELFMARK_PORT.*\/livez/)
})

test('the compose file builds that image and keeps its data', () => {
  const compose = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as {
    services: { shelfmark: { build: { context: string; dockerfile: string }; volumes: string[]; ports: string[] } }
    volumes: Record<string, unknown>
  }
  const { build, volumes, ports } = compose.services.shelfmark
  assert.ok(existsSync(join(folder, build.context, build.dockerfile)))
  assert.deepEqual(volumes, ['data:/data'])
  assert.ok('data' in compose.volumes)
  assert.deepEqual(ports, ['8080:8080'])
})

test('the compose file for many servers: a durable Redis, servers, and workers with their own health check', () => {
  interface Service {
    readonly image?: string
    readonly command?: string | string[]
    readonly environment?: Readonly<Record<string, string>>
    readonly build?: { readonly context: string; readonly dockerfile: string }
    readonly healthcheck?: { readonly test: string[] }
    readonly volumes?: string[]
  }
  const text = readFileSync(join(folder, 'compose.redis.yaml'), 'utf8')
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<'redis' | 'server' | 'worker', Service>
    volumes: Record<string, unknown>
  }
  const { redis, server, worker } = services
  for (const setting of ['--appendonly yes', '--appendfsync always', '--maxmemory-policy noeviction']) {
    assert.ok(String(redis.command).includes(setting), setting)
  }
  assert.deepEqual(redis.volumes, ['redis:/data'])
  assert.ok('redis' in volumes)
  for (const { build, environment } of [server, worker]) {
    assert.ok(build !== undefined && existsSync(join(folder, build.context, build.dockerfile)))
    assert.equal(environment?.['SHELFMARK_REDIS_URL'], 'redis://redis:6379')
  }
  assert.equal(server.environment?.['SHELFMARK_BATCHES'], 'off')
  assert.deepEqual(worker.command, ['work'])
  assert.match(String(worker.healthcheck?.test.join(' ')), /8081\/livez/)
  assert.deepEqual(readConfig({ ...server.environment }, 2).runsBatches, false)
  assert.deepEqual(readConfig({ ...worker.environment }, 2).redisUrl, 'redis://redis:6379')
})
