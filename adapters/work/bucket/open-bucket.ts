import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { Client, type Dispatcher } from 'undici'
import { bucketOf, type BucketKeys, type DeliverTarget } from '../../../core/contract/index.ts'
import { publicLookup, resolveHost } from '../../public-address.ts'
import { followSignal, timeoutReason } from '../../signals.ts'
import { readWebhookUrl, type WebhookUrlOptions } from '../webhook/check-webhook-url.ts'

export interface BucketOptions extends Omit<WebhookUrlOptions, 'timeLimitMs'> {
  /** Time for each request, from the resolution of the host name to the end of the answer. Unit: ms. Default: 60,000. */
  readonly timeLimitMs?: number | undefined
}

interface BucketRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Name of the object. Empty: the bucket. */
  readonly key: string
  /** Default: none. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default: empty. */
  readonly body?: Uint8Array | undefined
}

export interface BucketAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** At most `ANSWER_BYTES`. */
  readonly text: string
}

export interface Bucket {
  /** Sends a signed request. Rejects: with a `BucketError`; with the reason of the signal; with an error of the network. */
  readonly send: (request: BucketRequest) => Promise<BucketAnswer>
  readonly close: () => Promise<void>
}

/** Another answer than one of success, or an address that is refused. The message is for the owner of the bucket. */
export class BucketError extends Error {
  override readonly name = 'BucketError'
}

const LIMIT_MS = 60_000
const ANSWER_BYTES = 64 * 1024
/** Errors of the store, such as `<Code>NoSuchBucket</Code>`. */
const CODE = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/

/**
 * Opens a bucket, by its path: `https://endpoint/bucket/key`, which every store understands. Each address is checked when
 * a connection is made, as those of webhooks are.
 *
 * Throws: a `BucketError`, for an endpoint that is refused.
 */
export function openBucket(
  target: DeliverTarget,
  credentials: BucketKeys,
  signal: AbortSignal,
  { resolve = resolveHost, allowedOrigins = [], timeLimitMs = LIMIT_MS }: BucketOptions = {},
): Bucket {
  const reading = readWebhookUrl(target.endpoint, allowedOrigins)
  if ('problem' in reading) throw new BucketError('refused address')
  const client = new Client(reading.url.origin, {
    connect: { timeout: timeLimitMs, ...(reading.isExempt ? {} : { lookup: publicLookup(resolve) }) },
    pipelining: 1,
    // The limit of each request applies instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const { bucket } = bucketOf(target)
  return {
    send: async ({ method, key, query = {}, headers = {}, body }) => {
      const url = new URL(`/${bucket}${key === '' ? '' : `/${key}`}`, reading.url)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const signed = await sign({ method, url, headers, body }, target, credentials)
      const { own, unfollow } = followSignal(signal)
      const timer = setTimeout(() => own.abort(timeoutReason('The bucket did not answer in time.')), timeLimitMs)
      const path = url.pathname + url.search
      try {
        const answer = await client.request({ method, path, headers: signed, body: body ?? null, signal: own.signal })
        const text = await readText(answer)
        return { status: answer.statusCode, headers: answer.headers, text }
      } catch (error) {
        own.signal.throwIfAborted()
        throw error
      } finally {
        clearTimeout(timer)
        unfollow()
      }
    },
    close: () => client.destroy(),
  }
}

/** Throws: a `BucketError`, unless the answer is one of success. */
export function requireSuccess({ status, text }: BucketAnswer): void {
  const code = CODE.exec(text)?.[1]
  if (status >= 200 && status < 300) return
  throw new BucketError(`http ${status}${code === undefined ? '' : ` ${code}`}`)
}

/** Signs a request with its body. Gives the headers. */
async function sign(
  {
    method,
    url,
    headers,
    body,
  }: Required<Pick<BucketRequest, 'method' | 'headers'>> & {
    readonly url: URL
    readonly body: Uint8Array | undefined
  },
  { region }: DeliverTarget,
  credentials: BucketKeys,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'X-Amz-Content-Sha256': sha256(body ?? '') },
    accessKeyId: credentials.access_key_id,
    secretAccessKey: credentials.secret_access_key,
    ...(credentials.session_token ? { sessionToken: credentials.session_token } : {}),
    service: 's3',
    region,
  })
  return Object.fromEntries((await signer.sign()).headers)
}

/** Hexadecimal. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The start of the body. The rest of a longer one is not read. */
async function readText({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}
