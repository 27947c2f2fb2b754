import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { writeResults } from '../../adapters/work/bucket/write-results.ts'
import type { Batch } from '../../adapters/store/batches.ts'
import type { DeliverTarget } from '../../core/contract/index.ts'
import { S3_KEYS, startS3Server } from '../support/s3-server.ts'

const s3 = await startS3Server()
after(() => s3.close())

const PART_BYTES = 8 * 1024 * 1024
const never = new AbortController().signal

type Delivered = Batch & { readonly deliver: DeliverTarget }

let count = 0
function ended(more: Partial<DeliverTarget> = {}): Delivered {
  const id = `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`
  const deliver = { to: 's3://kettles/', endpoint: s3.endpoint, region: s3.region, format: 'jsonl', ...more } as const
  const progress = { status: 'complete', totalCount: 1, processedCount: 1, successCount: 1, failureCount: 0 } as const
  return {
    id,
    deliver,
    workspaceId: 'w',
    keyId: 'k',
    mode: 'live',
    endpoint: 'market.product',
    createdAtMs: 0,
    progress: { ...progress, creditsCharged: 5, startedAtMs: 1, completedAtMs: 2 },
    sealedSecret: 'secret',
    webhookUrl: null,
    delivery: null,
    written: null,
    scheduleId: null,
    metadata: {},
    hasResults: true,
    watchId: null,
  }
}

/** What gives results of a size, and keys. */
function depsOf(characters: number, more: object = {}) {
  const results = async function* (): AsyncGenerator<string> {
    for (let left = characters, index = 0; left > 0; left -= 1_000_000, index++) {
      yield JSON.stringify({ index, status: 'ok', text: 'x'.repeat(Math.min(left, 1_000_000)) })
    }
  }
  const store = { batches: { results }, bucketKeys: { find: async () => JSON.stringify(S3_KEYS) } }
  const bucketOptions = { allowedOrigins: [s3.endpoint], ...more }
  return { store, secrets: { open: (text: string) => text }, bucketOptions } as unknown as Parameters<
    typeof writeResults
  >[1]
}

const keysOf = ({ id }: Delivered): string[] => [...s3.objects.keys()].filter((name) => name.includes(id)).toSorted()

test('a large file is written in parts, and an upload that an earlier attempt left is ended', async () => {
  const batch = ended()
  s3.faults.before = ({ path }) => (path.includes('partNumber=3') ? 503 : undefined)
  const deps = depsOf(2.5 * PART_BYTES)
  assert.deepEqual(await writeResults(batch, deps, never), { ok: false, error: 'http 503 InternalError' })
  assert.deepEqual([keysOf(batch), s3.uploads.size], [[], 1])
  s3.faults.before = undefined
  assert.deepEqual(await writeResults(batch, deps, never), { ok: true, status: 200 })
  assert.deepEqual([keysOf(batch).length, s3.uploads.size], [2, 0])
  const [file, manifest] = keysOf(batch).map((name) => s3.objects.get(name))
  const told = JSON.parse(String(manifest?.bytes)) as { file: { size_bytes: number; rows: number; sha256: string } }
  assert.deepEqual([told.file.size_bytes, told.file.rows], [file?.bytes.length, 21])
  assert.equal(file?.headers['x-amz-meta-sha256'], told.file.sha256)
})

/** What has gone wrong in a process that dies. */
class Death extends Error {}

for (const [title, characters] of [
  ['one request', 1000],
  ['parts', 1.5 * PART_BYTES],
] as const) {
  for (const when of ['before', 'after'] as const) {
    test(`in ${title}: a process that dies ${when} any request leaves no manifest without its file, and the next one ends the work`, async () => {
      for (let step = 0; ; step++) {
        const batch = ended()
        const end = new AbortController()
        const first = s3.count() + step
        let isDead = false
        s3.faults[when] = ({ index }) => {
          if (index < first || isDead) return undefined
          isDead = true
          end.abort(new Death())
          // The answer never arrives.
          throw new Death()
        }
        const deps = depsOf(characters)
        const outcome = await writeResults(batch, deps, end.signal).catch((error: unknown) => error)
        s3.faults[when] = undefined
        const [file, manifest] = ['.jsonl', '.manifest.json'].map((ending) =>
          [...s3.objects.keys()].some((name) => name.includes(batch.id) && name.endsWith(ending)),
        )
        assert.ok(file === true || manifest === false, `step ${step}`)
        if (!isDead) {
          assert.deepEqual(outcome, { ok: true, status: 200 })
          assert.ok(step >= 4, `${step} steps`)
          break
        }
        assert.ok(outcome instanceof Death, String(outcome))
        assert.deepEqual(await writeResults(batch, deps, never), { ok: true, status: 200 }, `step ${step}`)
        assert.deepEqual(
          keysOf(batch).map((name) => s3.objects.get(name)?.writes),
          [1, 1],
          `step ${step}`,
        )
      }
      assert.equal(s3.uploads.size, 0)
    })
  }
}

test('a bucket that does not answer is a timeout, and nothing is left in the temporary folder', async () => {
  let release = (): void => undefined
  s3.faults.before = ({ method }) => (method === 'PUT' ? new Promise((go) => (release = () => go(500))) : undefined)
  const outcome = await writeResults(ended(), depsOf(1000, { timeLimitMs: 300 }), never)
  assert.deepEqual(outcome, { ok: false, error: 'timeout' })
  release()
  s3.faults.before = undefined
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(`shelfmark-results-${process.pid}-`))
  assert.deepEqual(left, [])
})

test('a private address is refused when the connection is made, whatever the name says', async () => {
  const resolve = async (): Promise<string[]> => ['10.0.0.7']
  const batch = ended({ endpoint: 'https://s3.example' })
  assert.deepEqual(await writeResults(batch, depsOf(1000, { resolve }), never), { ok: false, error: 'refused address' })
  const literal = ended({ endpoint: 'https://127.0.0.1' })
  assert.deepEqual(await writeResults(literal, depsOf(1000), never), { ok: false, error: 'refused address' })
})

test('results that were removed, and keys that were, end the attempts', async () => {
  const last = { ok: false, isLast: true }
  const expired = { ...ended(), hasResults: false }
  assert.deepEqual(await writeResults(expired, depsOf(10), never), { ...last, error: 'results expired' })
  const deps = depsOf(10)
  const store = { ...deps.store, bucketKeys: { find: async () => null } } as unknown as typeof deps.store
  assert.deepEqual(await writeResults(ended(), { ...deps, store }, never), { ...last, error: 'no credentials' })
})
