import type { ServerResponse } from 'node:http'
import type { H3Event } from 'h3'

/** A request on its way through the service. */
export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Names this request in headers, logs and errors; a client may have chosen it. */
  readonly id: string
  /** Aborted when the client leaves before its answer is there. */
  readonly signal: AbortSignal
  /** Text of the body. Rejects with `BodyTooLarge` when it has more bytes. */
  readonly readText: (maxBytes: number) => Promise<string>
  /** What the log is to say of it, besides what it says of every request. */
  readonly notes: Record<string, string>
  /** Calls back once, when the response has ended or the client is gone. */
  readonly onEnd: (callback: () => void) => void
}

export function toServiceRequest(event: H3Event, newId: () => string): ServiceRequest {
  const { req, url } = event
  const response = event.runtime?.node?.res as ServerResponse | undefined
  const { signal, onEnd } = watch(response)
  return {
    method: req.method,
    path: url.pathname,
    query: url.searchParams,
    headers: req.headers,
    id: chooseId(req.headers.get('x-request-id'), newId),
    signal,
    notes: {},
    readText: (maxBytes) => readText(req.body, maxBytes),
    onEnd,
  }
}

/** A body has more bytes than its reader takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new BodyTooLarge(`The body has more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const OWN_ID = /^[A-Za-z0-9._-]{1,64}$/

function chooseId(ofClient: string | null, newId: () => string): string {
  return ofClient !== null && OWN_ID.test(ofClient) ? ofClient : newId()
}

/** A response ends once: finished, or closed because its client left. */
function watch(response: ServerResponse | undefined): Pick<ServiceRequest, 'signal' | 'onEnd'> {
  const controller = new AbortController()
  const callbacks: (() => void)[] = []
  response?.once('close', () => {
    if (!response.writableFinished) controller.abort()
    for (const callback of callbacks) callback()
  })
  return {
    signal: controller.signal,
    onEnd: (callback) => {
      if (response === undefined) return
      if (response.closed) callback()
      else callbacks.push(callback)
    },
  }
}
