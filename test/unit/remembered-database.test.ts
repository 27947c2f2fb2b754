import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Reader, Transaction, Value } from '../../adapters/store/sql/database.ts'
import { RememberedDatabase } from '../../adapters/store/sql/remembered-database.ts'

/** A database of one value, the mark. `connect`: what a new connection is checked with. */
function fakeDatabase() {
  let stored: Uint8Array | undefined
  let check: (reader: Reader) => Promise<void> = () => Promise.resolve()
  const list = <Row>(): Promise<Row[]> => Promise.resolve(stored === undefined ? [] : [{ value: stored } as Row])
  const run = (sql: string, _: Value, value: Value): Promise<number> => {
    if (value instanceof Uint8Array && !(sql.startsWith('INSERT') && stored !== undefined)) stored = value
    return Promise.resolve(1)
  }
  const database: Pick<Database, 'list' | 'step' | 'onConnect'> = {
    list,
    step: (_, work) => work({ list, run } as unknown as Transaction),
    onConnect: (given) => void (check = given),
  }
  return {
    database: database as Database,
    read: list,
    connect: (reader: Reader) => check(reader),
    restore: (value: Uint8Array) => void (stored = value),
  }
}

const options = { randomBytes: (length: number) => Buffer.alloc(length, 7) }

test('a probe that ends while a new connection reads the mark is no sign of a loss', async () => {
  const { database, read, connect } = fakeDatabase()
  const losses: string[] = []
  const remembered = await RememberedDatabase.open(database, {
    ...options,
    onLoss: (_, problem) => losses.push(problem),
  })
  await connect({
    list: async <Row>() => {
      const rows = await read<Row>()
      await remembered.probe()
      return rows
    },
  })
  await remembered.probe()
  assert.deepEqual(losses, [])
})

test('data that is older than before is refused from then on, also by connections', async () => {
  const { database, read, connect, restore } = fakeDatabase()
  const losses: string[] = []
  const remembered = await RememberedDatabase.open(database, {
    ...options,
    onLoss: (_, problem) => losses.push(problem),
  })
  const [before] = await read<{ value: Uint8Array }>()
  await remembered.probe()
  restore(before?.value ?? new Uint8Array())
  await assert.rejects(connect({ list: read }), { code: 'unavailable' })
  await assert.rejects(remembered.list('SELECT 1'), { code: 'unavailable' })
  assert.deepEqual(losses, [
    'The store is older than before: it was restored. This process does not use it until it is restarted.',
  ])
})
