import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  bucketOf,
  objectNames,
  printBatchHead,
  type BucketKeys,
  type DeliverTarget,
} from '../../../core/contract/index.ts'
import type { AttemptOutcome } from '../../../core/policy/index.ts'
import { MissingPackageError } from '../../load-packages.ts'
import { isTimeout } from '../../signals.ts'
import { RESULT_FORMATS } from '../../pages/table/formats.ts'
import { parseRows } from '../../pages/table/rows.ts'
import { itemTables } from '../../pages/table/tables.ts'
import type { Batch } from '../../store/batches.ts'
import type { Store } from '../../store/store.ts'
import { describeFailure } from '../webhook/describe-failure.ts'
import type { WebhookSecrets } from '../webhook/webhook-secrets.ts'
import { BucketError, openBucket, sha256, type Bucket, type BucketOptions } from './open-bucket.ts'
import { hasObject, putObject, writeObject, type ObjectFile } from './write-object.ts'

export interface BucketDeps {
  readonly store: Pick<Store, 'batches' | 'bucketKeys'>
  readonly secrets: Pick<WebhookSecrets, 'open'>
  /** Which endpoints may be private, and time limits. Default: none may be. */
  readonly bucketOptions?: BucketOptions | undefined
}

const TYPES: Readonly<Record<DeliverTarget['format'], string>> = {
  jsonl: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** A batch that has ended, with a bucket. */
type Delivered = Batch & { readonly deliver: DeliverTarget }

/**
 * Makes one attempt to write the results of a batch: the file, and then the manifest. Both have fixed names, and the same
 * bytes in each attempt: what is there is not written again.
 *
 * Rejects: with a `StoreError`; with the reason of the signal; with an error of the temporary folder.
 */
export async function writeResults(batch: Delivered, deps: BucketDeps, signal: AbortSignal): Promise<AttemptOutcome> {
  if (!batch.hasResults) return { ok: false, error: 'results expired', isLast: true }
  const sealed = await deps.store.bucketKeys.find(batch.scheduleId ?? batch.id)
  if (sealed === null) return { ok: false, error: 'no credentials', isLast: true }
  const [keys, secret] = [deps.secrets.open(sealed), deps.secrets.open(batch.sealedSecret)]
  if (keys === null || secret === null) return { ok: false, error: 'secret not readable' }
  let bucket: Bucket | null = null
  try {
    bucket = openBucket(batch.deliver, JSON.parse(keys) as BucketKeys, signal, deps.bucketOptions)
    await writeBoth(bucket, batch, secret, deps)
    return { ok: true, status: 200 }
  } catch (error) {
    signal.throwIfAborted()
    const reason = reasonOf(error)
    if (reason === null) throw error
    return { ok: false, error: reason }
  } finally {
    await bucket?.close()
  }
}

/** Why an attempt failed, for the owner of the bucket. Absent: null, the mistake is on this side. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BucketError) return error.message
  if (error instanceof MissingPackageError) return 'package missing on the server'
  if (isTimeout(error)) return 'timeout'
  // Errors of the network have a code, those of files a path too.
  if (error instanceof Error && 'code' in error && !('path' in error) && error.name !== 'StoreError') {
    return describeFailure(error)
  }
  return null
}

async function writeBoth(bucket: Bucket, batch: Delivered, secret: string, deps: BucketDeps): Promise<void> {
  const { prefix } = bucketOf(batch.deliver)
  const names = objectNames(batch.deliver, batch)
  // It is written last: all is there, also when another version of this program would write other bytes now.
  if (await hasObject(bucket, prefix + names.manifest)) return
  const file = await openResults(batch, prefix + names.file, deps)
  try {
    if (!(await hasObject(bucket, file.key, file.sha256))) await writeObject(bucket, file)
  } finally {
    await file.handle.close()
  }
  const manifest = printManifest(batch, file, secret)
  const object = { key: prefix + names.manifest, type: 'application/json', sha256: sha256(manifest) }
  await putObject(bucket, object, Buffer.from(manifest))
}

interface Results extends ObjectFile {
  /** Rows of the table, or lines. */
  readonly rows: number
}

/** The results as a file, which has no name any more: nothing is left of it when the process dies. */
async function openResults(batch: Delivered, key: string, { store }: BucketDeps): Promise<Results> {
  const { format: name } = batch.deliver
  const format = RESULT_FORMATS.find((one) => one.name === name)
  if (format === undefined) throw new Error(`Results can't be written as ${name}.`)
  const table = itemTables[batch.endpoint]
  const folder = await mkdtemp(join(tmpdir(), `shelfmark-results-${process.pid}-`))
  try {
    const path = join(folder, 'results')
    const writer = await format.open(table, path)
    let rows = 0
    for await (const json of store.batches.results(batch.id)) {
      await writer.write(json)
      rows += format.isTable ? parseRows(table, json).length : 1
    }
    await writer.end()
    const handle = await open(path)
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
    return { key, type: TYPES[name], handle, size, sha256: hash.digest('hex'), rows }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** All that a reader must know of a file, and `signature`: the HMAC-SHA256 of the text before it, under the secret of the webhook. */
function printManifest(batch: Delivered, { size, sha256: hash, rows }: Results, secret: string): string {
  const { id, schedule_id, endpoint, status, created_at, completed_at, metadata, deliver, ...head } =
    printBatchHead(batch)
  const { total_count, success_count, failure_count, credits_charged } = head
  const counts = { total_count, success_count, failure_count, credits_charged }
  const { format } = batch.deliver
  const columns = itemTables[batch.endpoint].columns.map(({ name, type }) => ({ name, type }))
  const manifest = {
    version: 1,
    file: { url: deliver?.file ?? null, format, size_bytes: size, sha256: hash, rows },
    columns: format === 'jsonl' ? null : columns,
    batch: { id, schedule_id, endpoint, status, created_at, completed_at, metadata, ...counts },
  }
  const text = JSON.stringify(manifest).slice(0, -1)
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return `${text},"signature":"sha256=${signature}"}\n`
}
