import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../adapters/observe/log.ts'
import { sealSecret, webhookSecrets } from '../../adapters/work/webhook/webhook-secrets.ts'
import { runCli } from '../support/cli-process.ts'
import { jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'

const [FIRST, NEXT] = ['f'.repeat(32), 'n'.repeat(32)]
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const log = createLog('silent')

test('secrets are opened with both master keys, and sealed again with the present one', () => {
  const of = (masterKey: string | null, oldMasterKey: string | null = null) => {
    return webhookSecrets({ masterKey, oldMasterKey }, log)
  }
  const [byFirst, byNext, plain] = [sealSecret(SECRET, FIRST), sealSecret(SECRET, NEXT), sealSecret(SECRET, null)]
  // In both orders, as during a rolling restart.
  for (const secrets of [of(NEXT, FIRST), of(FIRST, NEXT)]) {
    for (const sealed of [byFirst, byNext, plain]) assert.equal(secrets.open(sealed), SECRET)
  }
  const rotated = of(NEXT, FIRST)
  assert.equal(rotated.reseal(byNext), byNext)
  for (const sealed of [byFirst, plain]) {
    const resealed = rotated.reseal(sealed) ?? ''
    assert.equal(of(NEXT).open(resealed), SECRET)
    assert.equal(of(FIRST).open(resealed), null)
    assert.equal(rotated.reseal(resealed), resealed)
  }
  assert.deepEqual([of(NEXT).open(byFirst), of(NEXT).reseal(byFirst), of(NEXT).reseal('v1.AAAA')], [null, null, null])
  assert.deepEqual([of(null).reseal(plain), of(null, FIRST).reseal(byFirst)], [plain, plain])
})

test('a rotation of both secrets: keys and webhooks work at every step, and the old ones can be dropped', async (t) => {
  const never = { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_BATCH_ITEMS: '1' }
  const names = ['MASTER_KEY', 'KEY_PEPPER']
  const first = Object.fromEntries(names.map((name) => [`SHELFMARK_${name}`, FIRST]))
  const next = Object.fromEntries(names.map((name) => [`SHELFMARK_${name}`, NEXT]))
  const old = Object.fromEntries(names.map((name) => [`SHELFMARK_${name}_OLD`, FIRST]))
  const body = { endpoint: 'market.product', items: Array.from({ length: 50 }, () => ({ query: 'B0SHLFX301' })) }
  const headers = { 'Idempotency-Key': 'rotation' }
  const createAgain = (bench: Bench, key: string): Promise<Answer> => bench.createBatch(key, body, headers)

  const one = await startBench({ settings: { ...never, ...first } })
  t.after(() => one.close())
  const { key, workspace } = await one.createCaller()
  const { fullKey: idle } = await one.createKey(workspace)
  const created = await createAgain(one, key)
  assert.equal(created.status, 201)
  await one.stop()

  const two = await startBench({ settings: { ...never, ...next, ...old }, folder: one.folder })
  // The answer has the secret, which was sealed with the first master key.
  assert.deepEqual(jsonOf(await createAgain(two, key)), jsonOf(created))
  // The key that is idle, and that of the first start.
  const early = await two.administrate('secrets.reseal', {})
  assert.deepEqual(early, { resealed: 1, unreadable: 0, keysOnOldPepper: 2 })
  for (const unused of [idle, one.firstKey ?? '']) assert.equal((await two.product('B0SHLFX301', unused)).status, 200)
  await two.stop()

  const env = { SHELFMARK_DATA: one.folder, ...next, ...old }
  const { code, output } = await runCli(['secrets', 'reseal'], { env })
  assert.equal(code, 0, output)
  assert.match(
    output,
    /^0 secrets were resealed\n.*MASTER_KEY_OLD is no longer needed\n.*PEPPER_OLD is no longer needed\n$/,
  )
  const listed = await runCli(['keys', 'list', '--workspace', workspace], { env })
  assert.match(listed.output, /present/)

  const three = await startBench({ settings: { ...never, ...next }, folder: one.folder })
  assert.deepEqual(jsonOf(await createAgain(three, key)), jsonOf(created))
  assert.equal((await three.product('B0SHLFX301', idle)).status, 200)
  await three.stop()
  const refused = await runCli(['keys', 'list'], { env: { SHELFMARK_DATA: one.folder, ...first } })
  assert.equal(refused.code, 2)
  assert.match(refused.errors, /another pepper/)
})
