import type { FileHandle } from 'node:fs/promises'
import { BucketError, requireSuccess, type Bucket } from './open-bucket.ts'

/** A file with all that its object says of it. */
export interface ObjectFile {
  readonly key: string
  readonly type: string
  readonly handle: FileHandle
  /** Unit: bytes. */
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** A larger object is written in parts of this size, each of which is in memory. Stores want at least 5 MiB, and 10,000 parts at most. */
const PART_BYTES = 8 * 1024 * 1024

/** Has the hash of the content, so that a later attempt knows the object. */
const HASH = 'x-amz-meta-sha256'

/**
 * Whether an object is there. A store may refuse the question to keys that can only write, or that are wrong: the write decides.
 * `sha256`: it counts only with this content. Default: with any.
 */
export async function hasObject(bucket: Bucket, key: string, sha256?: string): Promise<boolean> {
  const { status, headers } = await bucket.send({ method: 'HEAD', key })
  return status === 200 && (sha256 === undefined || headers[HASH] === sha256)
}

/** Writes an object. Readers see it whole, or not at all. Rejects: as `Bucket.send`. */
export async function putObject(
  bucket: Bucket,
  { key, type, sha256 }: Pick<ObjectFile, 'key' | 'type' | 'sha256'>,
  body: Uint8Array,
): Promise<void> {
  requireSuccess(await bucket.send({ method: 'PUT', key, headers: { 'content-type': type, [HASH]: sha256 }, body }))
}

/** Writes a file as an object, in parts if it is large. Rejects: as `Bucket.send`. */
export async function writeObject(bucket: Bucket, file: ObjectFile): Promise<void> {
  if (file.size <= PART_BYTES) return putObject(bucket, file, await readPart(file, 0))
  await abortUploads(bucket, file.key)
  const { key, type, sha256 } = file
  const begun = await bucket.send({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { 'content-type': type, [HASH]: sha256 },
  })
  requireSuccess(begun)
  const uploadId = textOf(begun.text, 'UploadId')[0]
  if (uploadId === undefined) throw new BucketError('no upload id')
  const tags: string[] = []
  for (let offset = 0; offset < file.size; offset += PART_BYTES) {
    const query = { partNumber: String(tags.length + 1), uploadId }
    const answer = await bucket.send({ method: 'PUT', key, query, body: await readPart(file, offset) })
    requireSuccess(answer)
    tags.push(String(answer.headers['etag']))
  }
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const ended = await bucket.send({ method: 'POST', key, query: { uploadId }, body })
  requireSuccess(ended)
  // A store that takes long begins its answer with status 200 before it knows how it ends.
  if (ended.text.includes('<Error>')) throw new BucketError(`upload failed: ${textOf(ended.text, 'Code')[0] ?? ''}`)
}

/** Ends uploads of an object that earlier attempts left, because the owner pays for their parts. What a store refuses stays. */
async function abortUploads(bucket: Bucket, key: string): Promise<void> {
  const { text } = await bucket.send({ method: 'GET', key: '', query: { uploads: '', prefix: key } })
  for (const uploadId of textOf(text, 'UploadId')) await bucket.send({ method: 'DELETE', key, query: { uploadId } })
}

/** Texts of the elements with a name. */
function textOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]{1,2048})</${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
}

async function readPart({ handle, size }: ObjectFile, offset: number): Promise<Uint8Array> {
  const part = Buffer.alloc(Math.min(PART_BYTES, size - offset))
  for (let read = 0; read < part.length;) {
    const { bytesRead } = await handle.read(part, read, part.length - read, offset + read)
    if (bytesRead === 0) throw new Error('The file of results is shorter than it was.')
    read += bytesRead
  }
  return part
}
