/** A request as the marketplace sees it. */
export interface SandboxRequest {
  readonly method: string
  /** Path with its query, as in the request line. */
  readonly target: string
  /** Header `Host`. */
  readonly host: string | undefined
  /** Header `Accept-Encoding`. */
  readonly acceptEncoding: string | undefined
  /** Header `x-sandbox-fault`: rules for this request alone, instead of the server's. */
  readonly faults: string | undefined
}

/** How an answer gets to the client. */
export interface Delivery {
  readonly delayMs: number
  /** Absent: null, as fast as it goes. */
  readonly bytesPerSecond: number | null
  /** Bytes of the body after which the connection is closed. Absent: null. */
  readonly breakAt: number | null
  /** It never gets there: the connection stays silent, or is reset. */
  readonly lost: 'hang' | 'reset' | null
}

export interface SandboxAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly delivery: Delivery
}

const promptDelivery: Delivery = { delayMs: 0, bytesPerSecond: null, breakAt: null, lost: null }

/** A few words without a page. */
export function plainAnswer(status: number, text: string, headers: Record<string, string> = {}): SandboxAnswer {
  const body = Buffer.from(`${text}\n`)
  return {
    status,
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'Content-Length': String(body.length), ...headers },
    body,
    delivery: promptDelivery,
  }
}
