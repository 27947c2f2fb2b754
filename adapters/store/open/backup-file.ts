import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, linkSync, readSync, rmSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { StoreError } from '../store-error.ts'

const SHA256 = /^[0-9a-f]{64}$/

const markSchema = v.strictObject({
  /** Form of the mark. */
  backup: v.literal(1),
  /** Schema of the database, as `user_version` counts it. */
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** When the copy began: it has what was written before. */
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  /** Size of the database, without the mark. */
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Hash of the database, and of the members above. */
  sha256: v.pipe(v.string(), v.regex(SHA256)),
})

/** The last bytes of a backup: what it is, and a hash of that and of all bytes before them. */
export type BackupMark = v.InferOutput<typeof markSchema>

/** SQLite ignores bytes after its last page, so a backup with its mark is a database that other programs can read. */
const MARK_BYTES = 512
const MARK_START = 'shelfmark '

/** The mark without the hash, which covers it. */
type MarkHead = Omit<BackupMark, 'sha256'>

/** What is known of a backup before its bytes are. */
type Facts = Pick<BackupMark, 'schema' | 'made_at'>

/**
 * Makes the file of a backup, for its owner alone: `copy` writes the database to a part file, which gets its
 * mark, is synced, and only then has the name of the backup. A process that dies leaves a part file at most.
 *
 * Rejects: `file_exists`; `unavailable`; as `copy`.
 */
export async function writeBackup(file: string, copy: (part: string) => Promise<Facts>): Promise<BackupMark> {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  requireNone(file)
  try {
    await (await open(part, 'wx', 0o600)).close()
    const mark = await appendMark(part, await copy(part))
    // Unlike a rename, a link never replaces a file.
    linkSync(part, file)
    rmSync(part)
    await syncFolder(file)
    return mark
  } catch (error) {
    rmSync(part, { force: true })
    throw toStoreError(error, file)
  }
}

function requireNone(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) throw exists(file)
}

function exists(file: string): StoreError {
  return new StoreError('file_exists', `${file} exists: name a new file.`)
}

function toStoreError(error: unknown, file: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  if ((error as NodeJS.ErrnoException).code === 'EEXIST') return exists(file)
  return new StoreError('unavailable', `The backup can't be written: ${error.message}.`, { cause: error })
}

async function appendMark(part: string, facts: Facts): Promise<BackupMark> {
  const { size } = statSync(part)
  const head: MarkHead = { backup: 1, ...facts, bytes: size }
  const mark: BackupMark = { ...head, sha256: await hashBackup(part, head) }
  const handle = await open(part, 'a')
  try {
    await handle.appendFile(printMark(mark))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return mark
}

function printMark(mark: BackupMark): string {
  return `${MARK_START}${JSON.stringify(mark)}`.padEnd(MARK_BYTES - 1) + '\n'
}

/** Makes the entry of a file in its folder durable. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Hash of a backup: the first bytes of its file, and its mark without the hash. */
async function hashBackup(file: string, head: MarkHead): Promise<string> {
  const hash = createHash('sha256')
  const stream = createReadStream(file, { end: head.bytes - 1 })
  stream.on('data', (chunk) => hash.update(chunk))
  await once(stream, 'close')
  return hash.update(JSON.stringify(head)).digest('hex')
}

/**
 * Makes a file that has a whole backup its database: checks its bytes against its mark, and removes the mark.
 *
 * Rejects: `damaged`; the error of the system.
 */
export async function openBackup(file: string): Promise<BackupMark> {
  const handle = await open(file, 'r+')
  try {
    const mark = await readMark(handle)
    if (mark === null) throw new StoreError('damaged', 'it has no mark of a backup, or was cut')
    const { sha256, ...head } = mark
    if ((await hashBackup(file, head)) !== sha256) throw new StoreError('damaged', 'its bytes were changed')
    await handle.truncate(mark.bytes)
    await handle.sync()
    return mark
  } finally {
    await handle.close()
  }
}

/** Mark at the end of a file. Absent: null, the file does not end in one, or has more or fewer bytes than it says. */
async function readMark(handle: FileHandle): Promise<BackupMark | null> {
  const { size } = await handle.stat()
  if (size < MARK_BYTES) return null
  const buffer = Buffer.alloc(MARK_BYTES)
  readSync(handle.fd, buffer, 0, MARK_BYTES, size - MARK_BYTES)
  const text = buffer.toString('latin1')
  const mark = v.safeParse(markSchema, parseJson(text.slice(MARK_START.length)))
  const isWhole = mark.success && mark.output.bytes + MARK_BYTES === size && printMark(mark.output) === text
  return isWhole ? mark.output : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
