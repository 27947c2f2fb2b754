// Takes more than 20 seconds: it rehearses what the documents say about a deployment, with servers of its own.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy, type IIngress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Service, type IPodSpec } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../../adapters/server/config.ts'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { charge, createCaller, NOW } from '../contract/store-caller.ts'
import { cliPath } from '../support/built-path.ts'
import { describeShared } from '../support/shared-servers.ts'
import { root } from '../support/root.ts'
import { findCompiler } from '../support/type-check.ts'

const execute = promisify(execFile)
const folder = join(root, 'adapters/server/deploy')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** Models of the objects, by kind, and the modules that have their types. */
const MODELS = {
  Namespace: [Namespace, 'v1'],
  ConfigMap: [ConfigMap, 'v1'],
  Service: [Service, 'v1'],
  StatefulSet: [StatefulSet, 'apps/v1'],
  Deployment: [Deployment, 'apps/v1'],
  PodDisruptionBudget: [PodDisruptionBudget, 'policy/v1'],
  NetworkPolicy: [NetworkPolicy, 'networking.k8s.io/v1'],
  Ingress: [Ingress, 'networking.k8s.io/v1'],
} as const

interface Resource {
  readonly kind: keyof typeof MODELS
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: { readonly template?: { readonly spec: IPodSpec; readonly metadata: { readonly labels: object } } }
}

const resources = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS() as Resource)
const podOf = (name: string): IPodSpec => {
  const spec = resources.find(({ metadata, spec }) => metadata.name === name && spec?.template !== undefined)?.spec
  assert.ok(spec?.template !== undefined, name)
  return spec.template.spec
}

/** Prints loudly what was not checked. */
function skip(t: TestContext, program: string): void {
  const message = `NOT CHECKED: ${t.name}: there is no ${program}`
  console.warn(`\n*** ${message} ***\n`)
  t.skip(message)
}
const has = (program: string, argument = '--version'): boolean => spawnSync(program, [argument]).error === undefined

test('the manifest is valid for Kubernetes', () => {
  assert.ok(resources.length > 10)
  for (const resource of resources) {
    const [Model] = MODELS[resource.kind]
    new Model(resource as never).validate()
  }
  const right = resources.find(({ kind }) => kind === 'Deployment')
  const wrong = { ...right, spec: { ...right?.spec, replicas: 'two' } }
  assert.throws(() => new Deployment(wrong as never).validate(), /must be integer/)
})

test('the manifest has no field that Kubernetes does not know', async (t) => {
  const compile = async (objects: readonly object[]): Promise<string> => {
    const directory = mkdtempSync(join(root, 'test/support/.run-manifest-'))
    t.after(() => rmSync(directory, { recursive: true, force: true }))
    const lines = objects.map((object, index) => {
      const { kind } = object as Resource
      return `import type { I${kind} as Kind${index} } from 'kubernetes-models/${MODELS[kind][1]}'\nexport const object${index}: Kind${index} = ${JSON.stringify(object)}`
    })
    writeFileSync(join(directory, 'manifest.ts'), lines.join('\n'))
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'NodeNext',
      '--types',
      'node',
      '--ignoreConfig',
    ]
    const args = [findCompiler(), ...options, join(directory, 'manifest.ts')]
    return execute(process.execPath, args).then(
      () => '',
      (error: { readonly stdout: string }) => error.stdout,
    )
  }
  assert.equal(await compile(resources), '')
  const [first] = resources
  assert.match(await compile([{ ...first, metadate: {} }]), /metadate/)
})

test('the pods have settings that a server accepts, time to drain, and no rights', () => {
  const settings = resources.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  const secret = {
    SHELFMARK_REDIS_URL: 'redis://:secret@redis:6379',
    SHELFMARK_DATABASE_URL: 'postgres://shelfmark:secret@postgres/shelfmark',
    SHELFMARK_MASTER_KEY: 'm'.repeat(32),
    SHELFMARK_KEY_PEPPER: 'p'.repeat(16),
    SHELFMARK_ADMIN_TOKEN: 't'.repeat(16),
  }
  for (const name of ['server', 'worker']) {
    const pod = podOf(name)
    const [container] = pod.containers
    assert.ok(container !== undefined)
    const own = Object.fromEntries((container.env ?? []).map((entry) => [entry.name, entry.value]))
    const config = readConfig({ ...settings, ...secret, ...own }, 2)
    assert.equal(config.runsBatches, name === 'worker')
    assert.ok((pod.terminationGracePeriodSeconds ?? 0) * 1000 > config.drainMs + config.drainWaitMs)
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.deepEqual([pod.securityContext?.runAsNonRoot, pod.automountServiceAccountToken], [true, false])
    const ports = (container.ports ?? []).map(({ containerPort }) => containerPort)
    assert.deepEqual(ports, name === 'server' ? [config.port, config.adminPort] : [config.adminPort])
  }
  const redis = podOf('redis').containers[0]?.args?.join(' ') ?? ''
  assert.ok(redis.includes('--maxmemory-policy noeviction') && redis.includes('--requirepass $(REDISCLI_AUTH)'))
  assert.equal(settings['SHELFMARK_REDIS_URL'], undefined, 'it has a password: it is in the secret')
  const ingress = resources.find(({ kind }) => kind === 'Ingress') as unknown as IIngress
  assert.equal(ingress.spec?.ingressClassName, 'nginx')
  assert.equal(ingress.metadata?.annotations?.['nginx.ingress.kubernetes.io/proxy-next-upstream'], 'http_503')
})

test('the unit of systemd has settings that a server accepts, and time to drain', async (t) => {
  const unit = read('shelfmark.service')
  const settings = [...unit.matchAll(/^Environment=(SHELFMARK_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const secret = join(mkdtempSync(join(tmpdir(), 'shelfmark-unit-')), 'master-key')
  writeFileSync(secret, 'm'.repeat(32))
  t.after(() => rmSync(join(secret, '..'), { recursive: true }))
  const config = readConfig({ ...Object.fromEntries(settings), SHELFMARK_MASTER_KEY_FILE: secret }, 2)
  const stopMs = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000
  assert.ok(stopMs > config.drainMs + config.drainWaitMs)
  assert.ok(unit.includes(`StateDirectory=${config.dataDirectory.split('/').at(-1)}`))
  if (!has('systemd-analyze')) return skip(t, 'systemd-analyze')
  const here = join(secret, '..', 'shelfmark.service')
  // Verification looks for the programs.
  writeFileSync(here, unit.replaceAll('/usr/bin/node', process.execPath))
  const { stdout, stderr } = await execute('systemd-analyze', ['verify', '--man=no', here])
  assert.equal(stdout + stderr, '')
})

test('the proxy lets a batch through, and waits longer than a request takes', async (t) => {
  const conf = read('nginx.conf')
  assert.match(conf, /client_max_body_size 8m;/)
  assert.ok(Number(/proxy_read_timeout (\d+)s/.exec(conf)?.[1]) > 60)
  assert.doesNotMatch(conf, /non_idempotent|8081/)
  // After these, and no others, nothing was charged.
  assert.deepEqual(/proxy_next_upstream ([^;]+);/.exec(conf)?.[1]?.split(' '), ['http_503'])
  if (!has('nginx', '-v')) return skip(t, 'nginx')
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-nginx-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const plain = conf.replace(/listen 443 ssl;/, `listen unix:${directory}/socket;`).replace(/^ +ssl_.*$/gm, '')
  const whole = `pid ${directory}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${directory}; ${plain} }`
  writeFileSync(join(directory, 'nginx.conf'), whole)
  await execute('nginx', ['-t', '-q', '-e', 'stderr', '-p', directory, '-c', join(directory, 'nginx.conf')])
})

const drill = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const env = { ...process.env, DRILL_COMMAND: `${process.execPath} ${cliPath()}`, ...settings }
  return (await execute(join(folder, 'drill.sh'), ['2026-03'], { env })).stdout
}

test('the drill of an embedded store passes', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-drill-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const store = await openSqliteStore({ directory, epochMs: () => NOW })
  await charge(store, await createCaller(store), 'a')
  await createCaller(store)
  await store.close()
  const said = await drill({ SHELFMARK_DATA: directory })
  assert.match(said, /^workspaces: 2, keys: 2, charges of 2026-03: 1$/m)
  assert.match(said, /^ok +a damaged backup is refused$[^]*the drill passed\n$/m)
})

describeShared('the drill of a PostgreSQL', (servers) => {
  test('it passes, with a server on the copy', async (t) => {
    const store = await openPostgresStore({ url: servers.postgres.url, epochMs: () => NOW })
    await charge(store, await createCaller(store), 'a')
    await store.close()
    const directory = mkdtempSync(join(tmpdir(), 'shelfmark-drill-'))
    t.after(() => rmSync(directory, { recursive: true }))
    const said = await drill({ SHELFMARK_DATA: directory, ...servers.settings() })
    assert.match(said, /^ok +a server starts on it$/m)
    assert.match(said, /^workspaces: 1, keys: 1, charges of 2026-03: 1$[^]*the drill passed\n$/m)
  })
})
