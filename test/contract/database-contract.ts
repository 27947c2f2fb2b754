import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Transaction } from '../../adapters/store/sql/database.ts'
import { StoreError } from '../../adapters/store/store-error.ts'
import { until } from '../support/wait.ts'

/** `open`: another process, as far as there can be one. */
export type Run = (database: Database, open: () => Database) => Promise<void>

export const countOf = async (reader: Pick<Database, 'list'>, name: string): Promise<number> =>
  (await reader.list<{ count: number }>('SELECT count FROM counts WHERE name = $1', name))[0]?.count ?? 0
export const set = (tx: Transaction, name: string, count: number): Promise<number> =>
  tx.run(
    'INSERT INTO counts (name, count) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET count = excluded.count',
    name,
    count,
  )

/** What every `Database` does. */
export function databaseContract(name: string, run: (work: Run) => Promise<void>): void {
  const check = (title: string, work: Run): void => {
    test(`${name}: ${title}`, () =>
      run(async (database, open) => {
        await database.step('tables', (tx) =>
          tx.exec('CREATE TABLE counts (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;'),
        )
        await work(database, open)
      }))
  }

  check('what a step has not written yet is not visible to others, and what it undoes never was', async (database) => {
    const seen: number[] = []
    const over = new AbortController()
    const look = async (): Promise<void> => {
      while (!over.signal.aborted) {
        for (let time = 0; time < 3; time++) seen.push(await countOf(database, 'a'))
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const looking = [look(), look(), look()]
    for (let time = 1; time <= 20; time++) {
      const isUndone = time % 2 === 1
      const written = database.step('a', async (tx) => {
        await set(tx, 'a', isUndone ? -1 : -2)
        // Others get the turn many times, also in the next turns of the event loop.
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
        await new Promise((resolve) => setImmediate(resolve))
        assert.equal(await countOf(tx, 'a'), isUndone ? -1 : -2)
        if (isUndone) throw new Error('undone')
        await set(tx, 'a', time)
      })
      await written.catch((error: Error) => assert.equal(error.message, 'undone'))
    }
    over.abort()
    await Promise.all(looking)
    assert.ok(seen.length > 20, `${seen.length} reads`)
    assert.ok(seen.every((count) => count >= 0 && count % 2 === 0))
  })

  check('steps on a subject run one after the other, in all processes', async (database, open) => {
    const others = [database, open(), open()]
    const add = (one: Database): Promise<number> =>
      one.step('sum', async (tx) => {
        const count = await countOf(tx, 'sum')
        for (let turn = 0; turn < 5; turn++) await Promise.resolve()
        return set(tx, 'sum', count + 1)
      })
    await Promise.all(others.flatMap((one) => Array.from({ length: 60 }, () => add(one))))
    assert.equal(await countOf(database, 'sum'), 180)
  })

  check('a step that throws is undone, and those that share its transaction are written', async (database) => {
    const refused = new StoreError('unknown_key', 'There is no such key.')
    const steps = Array.from({ length: 9 }, (_, index) =>
      database.step('one', async (tx) => {
        await set(tx, String(index), 1)
        if (index % 3 === 0) throw refused
        return index
      }),
    )
    const outcomes = await Promise.allSettled(steps)
    for (const [index, outcome] of outcomes.entries()) {
      const expected = index % 3 === 0 ? { status: 'rejected', reason: refused } : { status: 'fulfilled', value: index }
      assert.deepEqual(outcome, expected)
      assert.equal(await countOf(database, String(index)), index % 3 === 0 ? 0 : 1)
    }
  })

  check('a statement that fails is unavailable, and the next step is written', async (database) => {
    await assert.rejects(
      database.step('a', (tx) => tx.run('INSERT INTO counts (name) VALUES ($1)', 'a')),
      {
        code: 'unavailable',
      },
    )
    await assert.rejects(database.list('SELECT nothing FROM nowhere'), { code: 'unavailable' })
    await database.step('a', (tx) => set(tx, 'a', 2), 'lossy')
    assert.equal(await countOf(database, 'a'), 2)
  })

  check('values have the same types in both directions', async (database) => {
    await database.step('types', (tx) =>
      tx.exec('CREATE TABLE kinds (row_id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, bytes BLOB) STRICT;'),
    )
    const row = await database.step('types', async (tx) => {
      const sql = 'INSERT INTO kinds (text, bytes) VALUES ($2, $1) RETURNING row_id, text, bytes'
      return (await tx.list<{ row_id: number; text: string; bytes: Uint8Array }>(sql, Buffer.from([0, 255]), 'ü'))[0]
    })
    assert.equal(row?.row_id, 1)
    assert.equal(row?.text, 'ü')
    assert.deepEqual([...(row?.bytes ?? [])], [0, 255])
    const big = 2 ** 52
    await database.step('types', (tx) => set(tx, 'big', big))
    const [sums] = await database.list<Record<string, unknown>>(
      `SELECT sum(count) AS sum, count(*) AS rows, EXISTS (SELECT 1 FROM kinds) AS has, NULL AS none, max(count) > 1 AS more
       FROM counts`,
    )
    assert.deepEqual({ ...sums }, { sum: big, rows: 1, has: 1, none: null, more: 1 })
  })

  check('an announcement is heard when its step is written, and not when it is undone', async (database, open) => {
    const heard = { own: 0, other: 0 }
    const other = open()
    database.watch('keys', () => heard.own++)
    other.watch('keys', () => heard.other++)
    // A watcher is also told when something may have got lost, as before it listened.
    if (other !== database) await until(() => heard.other > 0, 'it listens')
    const before = { ...heard }
    await assert.rejects(
      database.step('a', async (tx) => {
        await tx.announce('keys')
        throw new Error('undone')
      }),
    )
    await database.step('a', (tx) => tx.announce('locks'))
    await database.step('a', (tx) => tx.announce('keys'))
    assert.ok(heard.own > before.own)
    await until(() => heard.other > before.other, 'the other hears it')
  })

  check('closing waits for steps in progress, and later calls are refused', async (database) => {
    const written = Array.from({ length: 5 }, (_, index) => database.step('a', (tx) => set(tx, 'a', index + 1)))
    const closed = database.close()
    await Promise.all([...written, closed, database.close()])
    await assert.rejects(
      database.step('a', (tx) => set(tx, 'a', 9)),
      { code: 'closed' },
    )
    await assert.rejects(countOf(database, 'a'), { code: 'closed' })
  })
}
