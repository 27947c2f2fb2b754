import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An object of the store, with how often it was written. */
export interface StoredObject {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
  writes: number
}

interface S3Request {
  /** From 0, over all requests. */
  readonly index: number
  readonly method: string
  readonly path: string
}

/** What happens to a request, besides its effect. Resolved: it goes on. */
interface S3Faults {
  /** Before a request has its effect. A status refuses it. */
  before?: ((request: S3Request) => Promise<number | undefined> | number | undefined) | undefined
  /** After a request has its effect, before its answer. */
  after?: ((request: S3Request) => Promise<unknown> | undefined) | undefined
}

export const S3_KEYS = {
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'a+secret/of=the bucket'.replaceAll(' ', '-'),
}

/**
 * A store that speaks as much of the protocol of S3 as writers of objects need, in memory. It checks signatures (version
 * 4) and hashes of bodies on its own, and refuses as S3 does. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function startS3Server({ bucket = 'kettles', region = 'eu-central-1' } = {}) {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, { readonly key: string; readonly headers: Record<string, string>; parts: Buffer[] }>()
  const faults: S3Faults = {}
  let count = 0

  const store = (key: string, bytes: Buffer, headers: Record<string, string>): void => {
    objects.set(key, { bytes, headers, writes: (objects.get(key)?.writes ?? 0) + 1 })
  }

  function act(method: string, url: URL, request: IncomingMessage, body: Buffer): Answer {
    const [, named, ...segments] = url.pathname.split('/')
    const key = decodeURIComponent(segments.join('/'))
    if (named !== bucket) return refuse(404, 'NoSuchBucket')
    const query = url.searchParams
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (method === 'GET' && query.has('uploads')) return listUploads(query.get('prefix') ?? '')
    if (method === 'POST' && query.has('uploads')) {
      const id = `${randomBytes(8).toString('base64')}&`
      uploads.set(id, { key, headers: metaOf(request), parts: [] })
      return { status: 200, text: `<R><UploadId>${id.replaceAll('&', '&amp;')}</UploadId></R>` }
    }
    if (query.has('uploadId') && (upload === undefined || upload.key !== key)) return refuse(404, 'NoSuchUpload')
    if (upload !== undefined) return ofUpload(method, query, upload, body)
    if (method === 'PUT') {
      store(key, body, metaOf(request))
      return { status: 200, headers: { etag: tagOf(body) } }
    }
    const object = objects.get(key)
    if (object === undefined) return refuse(404, 'NoSuchKey')
    return { status: 200, headers: object.headers }
  }

  function ofUpload(method: string, query: URLSearchParams, upload: Upload, body: Buffer): Answer {
    const id = query.get('uploadId') ?? ''
    if (method === 'DELETE') {
      uploads.delete(id)
      return { status: 204 }
    }
    if (method === 'PUT') {
      upload.parts[Number(query.get('partNumber')) - 1] = body
      return { status: 200, headers: { etag: tagOf(body) } }
    }
    const tags = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag>/g)].map(([, tag]) => tag)
    const isRight =
      tags.length === upload.parts.length && upload.parts.every((part, index) => tagOf(part) === tags[index])
    // As S3 does, which begins to answer before it has looked.
    if (!isRight) return { status: 200, text: '<Error><Code>InvalidPart</Code></Error>' }
    store(upload.key, Buffer.concat(upload.parts), upload.headers)
    uploads.delete(id)
    return { status: 200, text: '<CompleteMultipartUploadResult/>' }
  }

  function listUploads(prefix: string): Answer {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
    const text = found.map(([id, { key }]) => {
      return `<Upload><Key>${key}</Key><UploadId>${id.replaceAll('&', '&amp;')}</UploadId></Upload>`
    })
    return { status: 200, text: `<R>${text.join('')}</R>` }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '' } = request
    const url = new URL(request.url ?? '/', 'http://localhost')
    const facts = { index: count++, method, path: url.pathname + url.search }
    const status = await faults.before?.(facts)
    const problem = status === undefined ? findSignatureProblem(request, url, body, region) : null
    let given: Answer
    if (status !== undefined) given = refuse(status, 'InternalError')
    else given = problem === null ? act(method, url, request, body) : refuse(403, problem)
    await faults.after?.(facts)
    response.writeHead(given.status, given.headers).end(method === 'HEAD' ? undefined : given.text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    region,
    objects,
    uploads,
    faults,
    /** Requests so far. */
    count: () => count,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Upload {
  readonly key: string
  readonly headers: Record<string, string>
  parts: Buffer[]
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

function refuse(status: number, code: string): Answer {
  return { status, text: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>` }
}

function metaOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** The code that S3 refuses a request with. Absent: null, it is signed, and its body is the signed one. */
function findSignatureProblem(
  { method, headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  region: string,
): string | null {
  const [, id, day = '', signedRegion = '', names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (id === undefined) return 'AccessDenied'
  if (id !== S3_KEYS.access_key_id) return 'InvalidAccessKeyId'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const time = String(headers['x-amz-date'])
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256') || !time.startsWith(day))
    return 'AccessDenied'
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name))) return 'AccessDenied'
  const encode = (text: string): string =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const path = url.pathname.split('/').map((segment) => encode(decodeURIComponent(segment)))
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted()
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`)
  const hash = String(headers['x-amz-content-sha256'])
  const canonical = [method, path.join('/'), query.join('&'), lines.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${S3_KEYS.secret_access_key}`)
  if (hmac(key, text).toString('hex') !== signature) return 'SignatureDoesNotMatch'
  return hash === sha256(body) ? null : 'XAmzContentSHA256Mismatch'
}
