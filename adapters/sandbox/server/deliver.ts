import type { Delivery, SandboxAnswer } from './answer.ts'
import type { Content } from './content.ts'
import { encodeText } from './encode-text.ts'
import type { Fault } from './fault.ts'
import type { FaultName } from './fault-names.ts'
import { PageBytes } from './page-cache.ts'

export interface DeliveryOptions {
  readonly faults: readonly Fault[]
  readonly domain: string
  /** Header `Accept-Encoding` of the request. */
  readonly acceptEncoding: string | undefined
}

/** Makes an answer of what is to be said: cut, encoded, compressed, and slowed down as faults ask for. */
export function deliver({ status, headers, page }: Content, options: DeliveryOptions): SandboxAnswer {
  const { body, encoding } = compress(spoil(page, options), options)
  return {
    status,
    headers: {
      ...headers,
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    },
    body,
    delivery: toDelivery(options.faults),
  }
}

function findFault(faults: readonly Fault[], name: FaultName): Fault | undefined {
  return faults.find((fault) => fault.name === name)
}

function spoil(page: PageBytes, { faults, domain }: DeliveryOptions): PageBytes {
  let { plain } = page
  if (findFault(faults, 'charset') !== undefined) {
    plain = encodeText(plain.toString(), domain === 'co.jp' ? 'shift_jis' : 'windows-1252')
  }
  const end = findFault(faults, 'truncate')?.amount ?? null
  if (end !== null) plain = plain.subarray(0, end)
  return plain === page.plain ? page : new PageBytes(plain)
}

const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/i

/** Compressing a few bytes makes them more. */
const MIN_GZIP_BYTES = 200

function compress(
  page: PageBytes,
  { faults, acceptEncoding }: DeliveryOptions,
): { body: Buffer; encoding: 'gzip' | null } {
  if (findFault(faults, 'bad_gzip') !== undefined) {
    return { body: page.gzip.subarray(0, page.gzip.length >> 1), encoding: 'gzip' }
  }
  const isForced = findFault(faults, 'gzip') !== undefined
  const isAsked = GZIP.test(acceptEncoding ?? '') && page.plain.length >= MIN_GZIP_BYTES
  const isForbidden = findFault(faults, 'plain') !== undefined
  return isForced || (isAsked && !isForbidden)
    ? { body: page.gzip, encoding: 'gzip' }
    : { body: page.plain, encoding: null }
}

function toDelivery(faults: readonly Fault[]): Delivery {
  const lost = faults.find(({ name }) => name === 'hang' || name === 'reset')?.name
  return {
    delayMs: findFault(faults, 'delay')?.amount ?? 0,
    bytesPerSecond: findFault(faults, 'drip')?.amount ?? null,
    breakAt: findFault(faults, 'break')?.amount ?? null,
    lost: lost === 'hang' || lost === 'reset' ? lost : null,
  }
}
