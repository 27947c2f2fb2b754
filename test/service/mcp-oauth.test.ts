import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { authorizeByOAuth } from '../../adapters/mcp/oauth.ts'
import { serveOverHttp } from '../../adapters/mcp/serve-over-http.ts'
import { creditsOf } from '../support/batch-calls.ts'
import { runCli, startCli, type RunningCli } from '../support/cli-process.ts'
import { startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const ALG = 'ES256'
const RESOURCE = 'http://localhost:1/mcp'

/** An authorization server: its metadata, its public keys, and tokens for clients that name themselves. */
class AuthorizationServer {
  readonly server: Server = createServer((request, response) => {
    this.paths.push(request.url ?? '')
    if (this.isSilent) return
    void this.answer(request.url ?? '', request.headers.authorization ?? '').then((body) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body)),
    )
  })
  readonly paths: string[] = []
  isSilent = false
  keys!: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey }

  async start(): Promise<void> {
    this.keys = await generateKeyPair(ALG)
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve))
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  get settings() {
    return { resource: RESOURCE, issuer: this.issuer, jwks_uri: `${this.issuer}/jwks`, scope: 'shelfmark' }
  }

  async sign(
    claims: Readonly<Record<string, unknown>>,
    { key = this.keys.privateKey, alg = ALG, kid = 'one' } = {},
  ): Promise<string> {
    const all = { iss: this.issuer, aud: RESOURCE, sub: 'ann', scope: 'shelfmark', exp: inAnHour(), ...claims }
    return await new SignJWT(all).setProtectedHeader({ alg, kid, typ: 'at+jwt' }).sign(key)
  }

  private async answer(path: string, authorization: string): Promise<object> {
    if (path === '/jwks') return { keys: [{ ...(await exportJWK(this.keys.publicKey)), kid: 'one', alg: ALG }] }
    if (path === '/token') {
      const [sub] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
      return { access_token: await this.sign({ sub }), token_type: 'Bearer', expires_in: 3600 }
    }
    const { issuer } = this
    const grants = { grant_types_supported: ['client_credentials'], response_types_supported: ['code'] }
    return { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, ...grants }
  }
}

const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

let authority: AuthorizationServer
let bench: Bench
let ann: { readonly key: string; readonly workspace: string }
let bob: { readonly key: string; readonly workspace: string }
before(async () => {
  authority = new AuthorizationServer()
  await authority.start()
  bench = await startBench()
  ann = await bench.createCaller()
  bob = await bench.createCaller()
})
after(async () => {
  authority.server.closeAllConnections()
  authority.server.close()
  await bench.close()
})

const baseUrl = (): string => `http://127.0.0.1:${bench.port}`
const keysOf = () => ({ ann: ann.key, bob: bob.key })

async function serve(
  more: Partial<AuthorizationServer['settings']> = {},
  times?: Parameters<typeof authorizeByOAuth>[2],
) {
  const settings = { ...authority.settings, ...more, keys: keysOf() }
  const { port, close } = await serveOverHttp(authorizeByOAuth(settings, baseUrl(), times), 0)
  const address = `http://localhost:${port}`
  const ping = (token: string | null, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${address}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  return { address, ping, close: () => close(0) }
}

test('the metadata of the resource name the authorization server, and a refusal names the metadata', async () => {
  const { address, ping, close } = await serve()
  for (const path of ['', '/mcp']) {
    const answer = await fetch(`${address}/.well-known/oauth-protected-resource${path}`)
    assert.deepEqual(await answer.json(), {
      resource: RESOURCE,
      authorization_servers: [authority.issuer],
      scopes_supported: ['shelfmark'],
      bearer_methods_supported: ['header'],
      resource_name: 'shelfmark',
    })
  }
  const refused = await ping(null)
  assert.equal(refused.status, 401)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  assert.match(challenge, /^Bearer /)
  assert.match(challenge, /resource_metadata="http:\/\/localhost:1\/\.well-known\/oauth-protected-resource\/mcp"/)
  assert.equal((await ping(await authority.sign({}))).status, 200)
  await close()
})

test('a token of another issuer, audience, key, scope or time is refused', async () => {
  const { ping, close } = await serve()
  const [other, secret] = [await generateKeyPair(ALG), new TextEncoder().encode('0'.repeat(32))]
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`
  const lists = { aud: ['https://other.example', RESOURCE], scope: undefined, scp: ['other', 'shelfmark'] }
  for (const [what, token, status, error] of [
    ['good', authority.sign({}), 200, null],
    ['lists', authority.sign(lists), 200, null],
    ['issuer', authority.sign({ iss: 'https://other.example' }), 401, 'invalid_token'],
    ['audience', authority.sign({ aud: 'https://other.example/mcp' }), 401, 'invalid_token'],
    ['expired', authority.sign({ exp: inAnHour() - 7200 }), 401, 'invalid_token'],
    ['without an end', authority.sign({ exp: undefined }), 401, 'invalid_token'],
    ['not yet', authority.sign({ nbf: inAnHour() }), 401, 'invalid_token'],
    ['without a subject', authority.sign({ sub: undefined }), 401, 'invalid_token'],
    ['signature', authority.sign({}, { key: other.privateKey }), 401, 'invalid_token'],
    ['unknown key', authority.sign({}, { kid: 'two' }), 401, 'invalid_token'],
    ['shared secret', authority.sign({}, { key: secret as never, alg: 'HS256' }), 401, 'invalid_token'],
    ['unsigned', Promise.resolve(unsigned), 401, 'invalid_token'],
    ['no token', Promise.resolve('svc_live_x'), 401, 'invalid_token'],
    ['scope', authority.sign({ scope: 'other shelfmarks' }), 403, 'insufficient_scope'],
    ['subject', authority.sign({ sub: 'eve' }), 403, 'unknown_subject'],
    ['subject of all objects', authority.sign({ sub: 'constructor' }), 403, 'unknown_subject'],
  ] as const) {
    const answer = await ping(await token)
    const refusal = answer.ok ? null : ((await answer.json()) as { readonly error: string }).error
    assert.deepEqual([answer.status, refusal], [status, error], what)
    const isChallenged = answer.headers.get('www-authenticate')?.includes('resource_metadata') ?? false
    assert.equal(isChallenged, error === 'invalid_token' || error === 'insufficient_scope', what)
  }
  assert.equal((await ping(await authority.sign({}), { Origin: 'https://evil.example' })).status, 403)
  await close()
})

test('public keys are fetched once, and a server that does not give them is unavailable', async () => {
  const count = (): number => authority.paths.filter((path) => path === '/jwks').length
  const { ping, close } = await serve()
  const before = count()
  for (let index = 0; index < 3; index++) assert.equal((await ping(await authority.sign({}))).status, 200)
  // A key that is not known is not looked for again right after that.
  assert.equal((await ping(await authority.sign({}, { kid: 'two' }))).status, 401)
  assert.equal(count() - before, 1)
  await close()

  const token = await authority.sign({})
  authority.isSilent = true
  const late = await serve({}, { timeoutDuration: 50, cooldownDuration: 30_000, cacheMaxAge: 600_000 })
  const answer = await late.ping(token)
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
  authority.isSilent = false
  assert.equal((await late.ping(token)).status, 200)
  await late.close()
  const wrong = await serve({ jwks_uri: `${authority.issuer}/nothing` })
  assert.equal((await wrong.ping(token)).status, 503)
  await wrong.close()
})

test('a client finds the authorization server by itself, and its subject pays with its own key', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oauth-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'oauth.json')
  const write = (settings: object): void => {
    writeFileSync(file, JSON.stringify(settings))
    chmodSync(file, 0o644)
  }
  const args = ['mcp', '--server', baseUrl(), '--oauth', file, '--port']

  write({ ...authority.settings, issuer: 'http://auth.example', keys: {} })
  assert.match((await runCli([...args, '0'])).errors, /oauth\.json: issuer: must be an https address/)
  assert.match((await runCli(['mcp', '--oauth', file])).errors, /--oauth needs --server and --port/)

  write({ ...authority.settings, keys: keysOf() })
  const cli: RunningCli = startCli([...args, '0'])
  const isStarted = (): boolean => /http:\S+\/mcp/.test(cli.errors())
  await until(isStarted, () => cli.errors())
  const { origin } = new URL(/http:\S+\/mcp/.exec(cli.errors())?.[0] ?? '')
  // As a proxy at the public address does.
  const throughProxy = (url: string | URL, init?: RequestInit): Promise<Response> =>
    fetch(String(url).replace(new URL(RESOURCE).origin, origin), init)
  for (const [clientId, workspace] of [
    ['ann', ann.workspace],
    ['bob', bob.workspace],
  ] as const) {
    const before = await creditsOf(workspace, bench)
    const authProvider = new ClientCredentialsProvider({
      clientId,
      clientSecret: 's',
      expectedIssuer: authority.issuer,
    })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(RESOURCE), { authProvider, fetch: throughProxy }))
    const { isError } = await client.callTool({ name: 'get_product', arguments: { product: 'B0SHLFS081' } })
    assert.equal(isError ?? false, false)
    await client.close()
    assert.equal((await creditsOf(workspace, bench)) - before, 5)
  }
  cli.kill('SIGTERM')
  assert.equal((await cli.ended).code, 0)
  assert.match(cli.errors(), /every user of this machine can read .*oauth\.json, which has keys/)
  write({ ...authority.settings, keys: {}, scope: '' })
  chmodSync(file, 0o640)
  assert.doesNotMatch((await runCli([...args, '0'])).errors, /every user/)
})
