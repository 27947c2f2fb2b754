import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Claim } from '../../adapters/store/batches.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { ItemQueue } from '../../adapters/work/runner.ts'
import type { ItemDeps } from '../../adapters/work/work-on-item.ts'
import { until } from '../support/wait.ts'
import { create, createCaller, lease, type Caller } from './batch-calls.ts'
import { NOW } from './store-caller.ts'

const WATCH = '00000000-0000-4000-8000-00000000aaaa'

/** In which order a queue that works on one item at a time begins what runs of 100 items have claimed. */
export function itemOrderContract(name: string, openQueue: (deps: ItemDeps) => ItemQueue): void {
  test(`${name}: one item, of a batch or a watch, does not wait behind a thousand of the same workspace`, async (t) => {
    const { store, caller, run, begun, open } = await start(t, openQueue)
    const large = await create(store, caller, 1000)
    for (let runs = 0; runs < 5; runs++) await run()
    const small = await create(store, caller, 1)
    const look = await create(store, caller, 1, { watchId: WATCH })
    const other = await create(store, await createCaller(store), 1)
    await run()
    open()
    await until(() => begun.length === 600, 'all items begin')
    const after = [small, look, other].map(({ id }) => begun.findIndex(({ batchId }) => batchId === id))
    assert.ok(
      after.every((index) => index >= 0 && index < 8),
      `they began after ${after.join(', ')} others`,
    )
    assert.equal(begun.filter(({ batchId }) => batchId === large.id).length, 597)
  })

  test(`${name}: a thousand items do not wait behind those that come one by one`, async (t) => {
    const { store, caller, run, begun, open, step } = await start(t, openQueue)
    const large = await create(store, caller, 100)
    await run()
    for (let count = 0; count < 40; count++) {
      await create(store, count % 2 === 0 ? caller : await createCaller(store), 1)
      await run()
      await step()
    }
    const dealt = begun.slice(0, 40).filter(({ batchId }) => batchId === large.id)
    // Each of those that come has its share, too: what it must not be is the first item alone.
    assert.ok(dealt.length >= 5, `${dealt.length} of 40 turns`)
    open()
    await until(() => begun.length === 140, 'all items begin')
  })
}

interface Started {
  readonly store: Store
  readonly caller: Caller
  /** Items whose work has begun. */
  readonly begun: readonly Claim[]
  /** Claims the items of a run, and adds them to the queue. */
  readonly run: () => Promise<void>
  /** Lets all work end. */
  readonly open: () => void
  /** Lets the work on one item end, and waits for the next. */
  readonly step: () => Promise<void>
}

async function start(t: TestContext, openQueue: (deps: ItemDeps) => ItemQueue): Promise<Started> {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-order-'))
  const store = await openSqliteStore({ directory, epochMs: () => NOW })
  const begun: Claim[] = []
  let isOpen = false
  let end = (): void => undefined
  // The work on an item without a row ends at once: here, when it is told to.
  const findItem = async (claim: Claim): Promise<null> => {
    begun.push(claim)
    if (!isOpen) await new Promise<void>((resolve) => (end = resolve))
    return null
  }
  const deps = { store: { batches: { findItem } }, log: { error: assert.fail, warn: () => undefined } }
  const queue = openQueue(deps as unknown as ItemDeps)
  const open = (): void => {
    isOpen = true
    end()
  }
  t.after(async () => {
    open()
    await queue.close(0)
    await store.close()
    rmSync(directory, { recursive: true })
  })
  return {
    store,
    caller: await createCaller(store),
    begun,
    run: async () => {
      const claimed = await store.batches.claimRun({ mode: 'live', intervalMs: 0, maxItems: 100 }, lease())
      await queue.add(claimed.claims)
      await until(() => begun.length > 0, 'an item begins')
    },
    open,
    step: async () => {
      const { length } = begun
      end()
      await until(() => begun.length > length, 'the next item begins')
    },
  }
}
