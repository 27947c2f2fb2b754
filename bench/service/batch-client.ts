import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { ASKED_ENDPOINT } from './asked-record.ts'

interface ItemResult {
  readonly index: number
  readonly status: string
  readonly credits_charged: number
  readonly duration_ms: number
  readonly error: { readonly error: string } | null
}

export interface BatchRecord {
  readonly id: string
  readonly status: string
  readonly total_count: number
  readonly processed_count: number
  readonly success_count: number
  readonly failure_count: number
  readonly credits_charged: number
  readonly created_at: string
  readonly completed_at: string | null
  readonly webhook_delivery_status: string | null
  readonly webhook_last_error: string | null
  readonly results: readonly ItemResult[]
}

interface CreatedBatch {
  readonly id: string
  /** Secret of the webhook. Absent: null, an earlier request created the batch. */
  readonly secret: string | null
}

/** Creates and polls batches. Repeats a request on one server after the other until one answers. */
export class BatchClient {
  private readonly urls: readonly string[]
  private readonly key: string
  private next = 0
  /** Attempts without a useful answer: connection refused or broken, 503, 429. */
  failedAttempts = 0

  constructor(urls: readonly string[], key: string) {
    this.urls = urls
    this.key = key
  }

  /** Creates a batch, or finds the one that was created with the same name. */
  async create(name: string, items: readonly object[], webhookUrl: string | null): Promise<CreatedBatch> {
    const body = JSON.stringify({ endpoint: ASKED_ENDPOINT, items, webhook_url: webhookUrl })
    const headers = { 'content-type': 'application/json', 'idempotency-key': encodeURIComponent(name) }
    const answer = (await this.ask('POST', '', headers, body)) as { id: string; webhook_signature_secret?: string }
    return { id: answer.id, secret: answer.webhook_signature_secret ?? null }
  }

  /** Gets a batch, with all its results or without. */
  async poll(id: string, hasResults: boolean): Promise<BatchRecord> {
    return (await this.ask('GET', `/${id}${hasResults ? '' : '?limit=0'}`, {})) as BatchRecord
  }

  private async ask(method: 'GET' | 'POST', path: string, headers: object, body?: string): Promise<unknown> {
    for (let attempt = 0; attempt < 600; attempt++) {
      const url = `${this.urls[this.next++ % this.urls.length] ?? ''}/api/v1/market/batch${path}`
      const answer = await this.send(url, method, headers, body).catch(() => null)
      if (answer !== null && answer.status < 300) return JSON.parse(answer.text)
      if (answer !== null && answer.status !== 503 && answer.status !== 429) {
        throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`)
      }
      this.failedAttempts++
      await sleep(200)
    }
    throw new Error(`No server answered ${method} ${path}`)
  }

  private async send(url: string, method: 'GET' | 'POST', headers: object, body?: string) {
    const answer = await request(url, {
      method,
      headers: { ...headers, authorization: `Bearer ${this.key}` },
      body: body ?? null,
      headersTimeout: 20_000,
      bodyTimeout: 20_000,
      signal: AbortSignal.timeout(60_000),
    })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
}
