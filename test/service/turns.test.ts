import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { builtInPages, Sandbox } from '../../adapters/sandbox/server/index.ts'
import { assertError, headerOf, startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const FETCHES = 2

/** A marketplace that answers when the test says so. */
class HeldMarketplace {
  /** ASINs and keywords that it was asked for. Order: of the requests. */
  readonly asked: string[] = []
  private readonly held: (() => void)[] = []
  private isOpen = false
  private readonly sandbox = new Sandbox({ pages: builtInPages, weight: 'light' })
  private readonly server = createServer(({ url = '', headers: { host } }, response) => {
    this.asked.push(/\/dp\/(\w+)|k=(\w+)/.exec(url)?.[1] ?? url)
    const answer = () => this.send(url, host, response)
    if (this.isOpen) answer()
    else this.held.push(answer)
  })

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return (this.server.address() as AddressInfo).port
  }

  /** Answers the request that has waited longest. */
  answerOne(): void {
    this.held.shift()?.()
  }

  /** Answers all requests from now on. */
  open(): void {
    this.isOpen = true
    for (const answer of this.held.splice(0)) answer()
  }

  hold(): void {
    this.isOpen = false
    this.asked.length = 0
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  private send(target: string, host: string | undefined, response: ServerResponse): void {
    const answer = this.sandbox.answer({ method: 'GET', target, host, acceptEncoding: undefined, faults: undefined })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }
}

const marketplace = new HeldMarketplace()
let bench: Bench

before(async () => {
  const port = await marketplace.listen()
  bench = await startBench({
    settings: {
      SHELFMARK_SOURCE: 'live',
      SHELFMARK_UPSTREAM: `*=http://127.0.0.1:${port}`,
      SHELFMARK_FETCHES: String(FETCHES),
      SHELFMARK_BATCH_FETCHES: '1',
      SHELFMARK_BATCH_INTERVAL_MS: '100',
    },
  })
})
after(async () => {
  marketplace.open()
  await bench.close()
  marketplace.close()
})

test('a workspace waits for at most one fetch of another one at a time', async () => {
  marketplace.hold()
  const [one, other] = [await bench.createCaller(), await bench.createCaller()]
  const many = Array.from({ length: 8 }, (_, index) => bench.product(`B0TURNA00${index}`, one.key))
  await until(() => marketplace.asked.length === FETCHES, 'its first fetches are running')
  await bench.awaitInFlight(8)
  const single = bench.product('B0TURNB000', other.key)
  await bench.awaitInFlight(9)
  for (let begun = FETCHES; begun < FETCHES + 2; begun++) {
    marketplace.answerOne()
    await until(() => marketplace.asked.length === begun + 1, 'the next fetch is running')
  }
  assert.ok(marketplace.asked.includes('B0TURNB000'), marketplace.asked.join())
  marketplace.open()
  for (const answer of await Promise.all([...many, single])) assert.equal(answer.status, 200)
})

test('who gets no turn in time gets 503 with Retry-After, and the marketplace is not asked', async () => {
  marketplace.hold()
  const { key, workspace } = await bench.createCaller()
  const busy = Array.from({ length: FETCHES }, (_, index) => bench.product(`B0BUSYA00${index}`, key))
  await until(() => marketplace.asked.length === FETCHES, 'all fetches are running')
  const late = await bench.product('B0LATE0000', key, '&timeout=1')
  assertError(late, 503, { error: 'unavailable' })
  assert.match(headerOf(late, 'retry-after') ?? '', /^[1-9]\d*$/)
  marketplace.open()
  await Promise.all(busy)
  assert.ok(!marketplace.asked.includes('B0LATE0000'))
  const credits = (await bench.readUsage(workspace)).reduce((sum, usage) => sum + usage.credits, 0)
  assert.equal(credits, 5 * FETCHES)
})

test('batches have fetches of their own', async () => {
  marketplace.hold()
  const { key } = await bench.createCaller()
  const busy = Array.from({ length: FETCHES + 2 }, (_, index) => bench.product(`B0BUSYB00${index}`, key))
  await until(() => marketplace.asked.length === FETCHES, 'all fetches of requests are running')
  const created = await bench.createBatch(key, { endpoint: 'market.product', items: [{ query: 'B0BATCH000' }] })
  assert.equal(created.status, 201)
  await until(() => marketplace.asked.includes('B0BATCH000'), 'the batch fetches')
  marketplace.open()
  await Promise.all(busy)
})
