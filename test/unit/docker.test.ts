import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DockerfileParser } from 'dockerfile-ast'
import { parse } from 'yaml'
import { readConfig } from '../../adapters/server/config.ts'
import { root } from '../support/root.ts'

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

test('the base is a Node that has SQLite, so that the image needs no native package', () => {
  const bases = dockerfile.getFROMs().map((from) => from.getImage() ?? '')
  assert.equal(new Set(bases).size, 1)
  const [, major = ''] = /^node:(\d+)-slim$/.exec(bases[0] ?? '') ?? []
  const smoke = readFileSync(join(root, 'test/package/install.test.ts'), 'utf8')
  assert.match(smoke, new RegExp(`NODE_MAJORS = \\[.*\\b${major}\\]`), 'a test serves a product on this version')
  assert.doesNotMatch(argumentsOf('RUN').join('\n'), /--ignore-scripts=false/)
})

test('the image says what it is, and is built once for all architectures: it has no native code', () => {
  const [label = ''] = argumentsOf('LABEL')
  for (const name of ['title', 'description', 'version', 'revision', 'licenses']) {
    assert.ok(label.includes(`org.opencontainers.image.${name}=`), name)
  }
  assert.deepEqual(argumentsOf('ARG').slice(0, 2), ['VERSION=unreleased', 'REVISION=unknown'])
  const platforms = dockerfile.getFROMs().map((from) => from.getPlatformFlag()?.getValue() ?? null)
  assert.deepEqual(platforms, ['$BUILDPLATFORM', null])
  assert.match(argumentsOf('RUN')[1] ?? '', /npm install --ignore-scripts --omit=optional/)
})

interface Service {
  readonly image?: string
  readonly command?: string | string[]
  readonly scale?: number
  readonly environment?: Readonly<Record<string, string>>
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly args?: { BROWSER: string } }
  readonly healthcheck?: { readonly test: string[] }
  readonly volumes?: string[]
  readonly ports?: string[]
  readonly profiles?: string[]
  readonly cap_drop?: string[]
  readonly mem_limit?: string
  readonly read_only?: boolean
  readonly stop_grace_period?: string
}

interface Compose<Name extends string> {
  readonly services: Readonly<Record<Name, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

function readCompose<Name extends string>(name: string): Compose<Name> {
  return parse(readFileSync(join(folder, name), 'utf8'), { merge: true }) as Compose<Name>
}

/** Checks what holds for every container of shelfmark. */
function checkService({ build, environment = {}, ...service }: Service): void {
  assert.ok(build !== undefined && existsSync(join(folder, build.context, build.dockerfile)))
  assert.deepEqual([service.cap_drop, service.read_only], [['ALL'], true])
  assert.match(String(service.mem_limit), /^\dg$/)
  const { adminHost, drainMs, drainWaitMs } = readConfig({ ...environment }, 2)
  const graceMs = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]) * 1000
  assert.ok(graceMs > drainMs + drainWaitMs, `killed after ${graceMs} ms`)
  assert.equal(adminHost, '0.0.0.0', 'other containers can read the metrics')
  const mine = /:8080$|^127\.0\.0\.1:[\d-]+:8081$/
  for (const port of service.ports ?? []) assert.match(port, mine, 'the port for operators is for this machine alone')
}

test('the compose file builds that image and keeps its data', () => {
  const { services, volumes } = readCompose<'shelfmark'>('compose.yaml')
  checkService(services.shelfmark)
  assert.deepEqual(services.shelfmark.volumes, ['data:/data'])
  assert.ok('data' in volumes)
  assert.deepEqual(services.shelfmark.ports, ['8080:8080', '127.0.0.1:8081:8081'])
})

test('the compose file of a browser: the image has it, the server finds it', () => {
  const { services: base } = readCompose<'shelfmark'>('compose.yaml')
  const { services: added } = readCompose<'shelfmark'>('compose.browser.yaml')
  const { build, environment = {}, mem_limit: memory, ...rest } = added.shelfmark
  assert.deepEqual([Object.keys(added), rest], [['shelfmark'], {}])
  const args = dockerfile.getARGs().map((one) => one.getProperty()?.getName())
  const program = build?.args?.BROWSER
  assert.deepEqual(Object.keys(build?.args ?? {}), ['BROWSER'])
  assert.ok(args.includes('BROWSER'))
  assert.equal(environment['SHELFMARK_BROWSER_PATH'], `/usr/bin/${program}`)
  // The path exists in the image only.
  const { browser } = readConfig({ ...environment, SHELFMARK_BROWSER_PATH: process.execPath }, 2)
  assert.deepEqual(browser?.at, { path: process.execPath, hasSandbox: false })
  assert.ok(Number.parseInt(memory ?? '', 10) >= Number.parseInt(base.shelfmark.mem_limit ?? '', 10) + 2)
})

test('the compose file for many servers: a database that keeps its data, a Redis, servers, and workers with their own health check', () => {
  const { services, volumes } = readCompose<'postgres' | 'redis' | 'server' | 'worker'>('compose.shared.yaml')
  const { postgres, redis, server, worker } = services
  assert.ok(String(redis.command).includes('--maxmemory-policy noeviction'))
  assert.deepEqual(postgres.volumes, ['postgres:/var/lib/postgresql/data'])
  assert.ok('postgres' in volumes)
  for (const service of [server, worker]) checkService(service)
  assert.deepEqual([server.scale, worker.scale], [2, 2])
  assert.deepEqual(worker.command, ['work'])
  // In a compose file, "$$" is "$".
  assert.match(
    String(worker.healthcheck?.test.join(' ')),
    /\$\$\{process\.env\.SHELFMARK_ADMIN_PORT \|\| 8081\}\/livez/,
  )
  assert.deepEqual(server.ports, ['8080-8089:8080', '127.0.0.1:8180-8189:8081'], 'ten servers find ports')
  assert.equal(worker.ports, undefined)
  assert.deepEqual(readConfig({ ...server.environment }, 2).runsBatches, false)
  for (const { environment } of [server, worker]) {
    assert.equal(readConfig({ ...environment }, 2).shared?.redisUrl, 'redis://redis:6379')
    // Compose ends with the message where a secret is not set, so that no server makes one of its own.
    for (const name of ['SHELFMARK_ADMIN_TOKEN', 'SHELFMARK_MASTER_KEY', 'SHELFMARK_KEY_PEPPER']) {
      assert.ok(environment?.[name]?.startsWith(`\${${name}:?`), name)
    }
  }
})

test('a Prometheus, if asked for, finds every container of both compose files', () => {
  const { scrape_configs: scrapes } = parse(readFileSync(join(folder, 'prometheus.yml'), 'utf8')) as {
    readonly scrape_configs: readonly { readonly dns_sd_configs: readonly { names: string[]; port: number }[] }[]
  }
  const [found] = scrapes.flatMap(({ dns_sd_configs: finders }) => finders)
  assert.ok(found)
  assert.equal(found.port, readConfig({}, 2).adminPort)
  const ours: string[] = []
  for (const file of ['compose.yaml', 'compose.shared.yaml']) {
    const { services } = readCompose<'prometheus'>(file)
    ours.push(...Object.entries<Service>(services).flatMap(([name, { build }]) => (build === undefined ? [] : [name])))
    assert.deepEqual(services.prometheus.profiles, ['metrics'])
    assert.deepEqual(services.prometheus.volumes, ['./prometheus.yml:/etc/prometheus/prometheus.yml:ro'])
    assert.deepEqual(services.prometheus.ports, ['127.0.0.1:9090:9090'])
  }
  assert.deepEqual(ours.toSorted(), found.names.toSorted())
})
