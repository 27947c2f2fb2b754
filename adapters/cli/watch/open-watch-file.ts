import { randomUUID } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { BatchEndpoint, Contract } from '../../../core/contract/index.ts'
import { newControl, type WatchTerms } from '../../../core/index.ts'
import { monthOf } from '../../../core/policy/index.ts'
import { contractFor } from '../../contract.ts'
import { otherDomains } from '../../../selectors/index.ts'
import { parseRetrievalRequest, type RetrievalRequest } from '../../fetch/parse-request.ts'
import { openSqliteStore } from '../../store/open/open-sqlite-store.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Store } from '../../store/store.ts'
import type { Watch } from '../../store/watches.ts'

/** A file of watches: an embedded store with one workspace, to which nothing is charged. */
export interface WatchFile {
  readonly store: Store
  readonly owner: { readonly workspaceId: string; readonly keyId: string; readonly mode: 'test' }
}

/** Name of the workspace. The store of a server has others. */
const NAME = 'shelfmark watch'

/** Opens a file of watches for this process alone. `epochMs`: its clock. Rejects: with a `StoreError`. */
export async function openWatchFile(path: string, epochMs?: () => number): Promise<WatchFile> {
  const store = await openSqliteStore({ directory: dirname(path), file: basename(path), epochMs })
  try {
    const [first] = await store.workspaces.list()
    const workspace = first ?? (await store.workspaces.create({ name: NAME, plan: 'unlimited' }))
    if (workspace.name !== NAME) throw new StoreError('damaged', `${path} is the store of a server: name another file.`)
    const [known] = await store.keys.list(workspace.id)
    const key = known ?? (await store.keys.create(workspace.id, { mode: 'test', name: NAME })).key
    return { store, owner: { workspaceId: workspace.id, keyId: key.id, mode: 'test' } }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** An item that is looked at. */
export interface ListedItem {
  /** Names the item in the file: what is asked for. */
  readonly key: string
  /** As it was listed. */
  readonly item: Readonly<Record<string, unknown>>
}

/** What a person calls an item: its query. A search without words has no other name than what is asked for. */
export function nameOf({ params, meaning }: RetrievalRequest): string {
  return params.query ?? meaning
}

/** What is watched. */
export interface WatchPlanned {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ListedItem[]
  readonly terms: WatchTerms
  readonly contract: Contract
}

/** Items of a list, each as JSON, by their index in the watch of the file. */
export type ItemIndexes = ReadonlyMap<number, string>

/** The watch of an endpoint in a file gets the terms, and those of the items that it does not have. A file without one gets it. All items are due when it tracks something else. */
export async function putWatch(
  file: WatchFile,
  { endpoint, items, terms, contract }: WatchPlanned,
  nowMs: number,
): Promise<{ readonly watchId: string; readonly listed: ItemIndexes }> {
  const { store, owner } = file
  const { watches } = store
  const known = (await listWatches(file)).find((watch) => watch.endpoint === endpoint)
  const stored = known === undefined ? [] : await watches.listItems(known.id, 0, known.itemCount)
  const indexes = new Map(
    stored.map(({ item, input }) => {
      const parsed = parseInput(contract, endpoint, input)
      return [parsed?.meaning ?? input, item]
    }),
  )
  const added = items.filter(({ key }) => !indexes.has(key))
  for (const [index, { key }] of added.entries()) indexes.set(key, stored.length + index)
  const inputs = added.map(({ item }) => JSON.stringify(item))
  const watchId = known?.id ?? randomUUID()
  if (known === undefined) {
    const control = newControl(nowMs, monthOf(nowMs))
    const facts = { id: watchId, ...owner, endpoint, createdAtMs: nowMs, terms, control, sealedSecret: '' }
    await watches.create({ ...facts, webhookUrl: TOLD_HERE, inputs, maxItems: null })
  } else if (inputs.length > 0 || !isDeepStrictEqual(known.terms, terms)) {
    // No look so far has what is tracked now.
    const isTracked = isDeepStrictEqual(known.terms.track ?? null, terms.track ?? null)
    const due = isTracked ? [] : stored.map(({ item }) => [item, nowMs] as const)
    await watches.step(watchId, known.revision, { terms, inputs, due }, nowMs)
  }
  return { watchId, listed: new Map(items.map(({ key, item }) => [indexes.get(key) ?? -1, JSON.stringify(item)])) }
}

/** Where events are sent, as far as the store knows: this command prints them. */
const TOLD_HERE = 'shelfmark:watch'

/** Watches of a file, one for each endpoint. */
export async function listWatches({ store, owner }: WatchFile): Promise<readonly Watch[]> {
  const found = await store.watches.list(owner, { after: null, limit: 100 })
  return typeof found === 'string' ? [] : found
}

/** Items of a file, with what a person calls them. */
export async function listNamed(
  file: WatchFile,
): Promise<readonly { readonly watchId: string; readonly item: number; readonly name: string }[]> {
  const contract = contractFor(true, otherDomains)
  const found = (await listWatches(file)).map(async ({ id: watchId, endpoint, itemCount }) => {
    const items = await file.store.watches.listItems(watchId, 0, itemCount)
    return items.map(({ item, input }) => {
      const request = parseInput(contract, endpoint, input)
      return { watchId, item, name: request === null ? input : nameOf(request) }
    })
  })
  return (await Promise.all(found)).flat()
}

/** A stored item. Absent: null, this process can't look at it, such as at a rendered page without a browser. */
export function parseInput(contract: Contract, endpoint: BatchEndpoint, input: string): RetrievalRequest | null {
  const parsed = parseRetrievalRequest(contract, endpoint, {
    ...(JSON.parse(input) as Readonly<Record<string, unknown>>),
    explain: true,
  })
  return parsed.ok ? parsed.params : null
}
