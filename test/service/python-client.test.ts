import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { signWebhook } from '../../adapters/work/webhook/index.ts'
import { root } from '../support/root.ts'
import { startBench, type Bench } from '../support/service-bench.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-python-'))
const client = join(folder, 'shelfmark_client.py')
let bench: Bench
let canRun = false

before(async () => {
  bench = await startBench()
  canRun = succeeds('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'])
  if (!canRun) return
  const document = join(folder, 'openapi.json')
  writeFileSync(document, (await bench.call('/api/v1/openapi.json')).bytes)
  const { stdout } = await execute('python3', [join(root, 'examples/python/generate_client.py'), document])
  writeFileSync(client, stdout)
})
after(async () => {
  await bench.close()
  rmSync(folder, { recursive: true })
})

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const PROGRAM = `
import sys
from shelfmark_client import Client, ShelfmarkError, verify_webhook

url, key, secret, signature = sys.argv[1:]
waits: list[float] = []
client = Client(url, key, sleep=waits.append)
product = client.get_product(query="B0SHLFS081", domain="de", fields=["asin", "price", "currency"])
print(product["asin"], product["currency"], type(product["price"]).__name__)
search = client.search_products(query="kettle", domain="fr", pages=2)
print(len(search["products"]) > 0, search["products"][0]["asin"][:2])
first = client.get_product(query="B0SHLFS082", idempotency_key="once")
print(client.get_product(query="B0SHLFS082", idempotency_key="once") == first)
try:
    client.get_product(query="B0GONE0404")
except ShelfmarkError as error:
    print(error.status, error.code, len(waits))
batch = client.create_batch({"endpoint": "market.product", "items": [{"query": "B0SHLFS081"}]})
print(client.get_batch(batch["id"])["total_count"])
try:
    Client(url, "svc_test_wrong", sleep=waits.append).get_account()
except ShelfmarkError as error:
    print(error.status, error.code, len(waits))
print(verify_webhook(secret, signature, b'{"a": 1}'), verify_webhook(secret, signature, b'{"a":1}'))
`

test('the generated client asks for records and batches, and says what was refused', async (t) => {
  if (!canRun) return t.skip('NOT CHECKED: there is no Python 3.11')
  const { key } = await bench.createCaller(undefined, 'test')
  const program = join(folder, 'program.py')
  writeFileSync(program, PROGRAM)
  const secret = 'whsec_test'
  const { headers } = await signWebhook('{"a": 1}', secret)
  const url = `http://127.0.0.1:${bench.port}`
  const { stdout } = await execute('python3', [program, url, key, secret, headers['X-SVC-Signature'] ?? ''])
  assert.deepEqual(stdout.trim().split('\n'), [
    'B0SHLFS081 EUR int',
    'True B0',
    'True',
    '404 product_not_found 0',
    '1',
    '401 unauthorized 0',
    'True False',
  ])
})

test('the generator, the client and its answers pass the type checker', async (t) => {
  if (!canRun || !succeeds('mypy', ['--version'])) return t.skip('NOT CHECKED: there is no mypy')
  const program = join(folder, 'typed.py')
  writeFileSync(program, PROGRAM)
  const generator = join(root, 'examples/python/generate_client.py')
  const { stdout } = await execute(
    'mypy',
    ['--strict', '--cache-dir', join(folder, 'cache'), client, generator, program],
    {
      cwd: folder,
    },
  )
  assert.match(stdout, /Success: no issues found/)
})
