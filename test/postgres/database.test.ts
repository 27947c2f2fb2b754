import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PostgresDatabase } from '../../adapters/store/drivers/postgres.ts'
import type { Database } from '../../adapters/store/sql/database.ts'
import { countOf, databaseContract, set } from '../contract/database-contract.ts'
import { describePostgres } from '../support/postgres-server.ts'

describePostgres('PostgreSQL', ['fsync=off'], (server) => {
  databaseContract('PostgreSQL', async (work) => {
    const schema = `t${randomUUID().replaceAll('-', '')}`
    const url = await server.createSchema(schema)
    const opened: Database[] = []
    const open = (): Database => {
      const database = new PostgresDatabase(url, 4)
      opened.push(database)
      return database
    }
    try {
      await work(open(), open)
    } finally {
      await Promise.all(opened.map((database) => database.close()))
      await server.removeSchema(schema)
    }
  })

  test('steps that lock rows of others crosswise all end', async () => {
    const schema = `t${randomUUID().replaceAll('-', '')}`
    const url = await server.createSchema(schema)
    const databases = [new PostgresDatabase(url, 4), new PostgresDatabase(url, 4)] as const
    try {
      await databases[0].step('tables', (tx) => tx.exec('CREATE TABLE counts (name TEXT PRIMARY KEY, count INTEGER);'))
      await databases[0].step('a', async (tx) => {
        await set(tx, 'a', 0)
        await set(tx, 'b', 0)
      })
      const add = (one: Database, subject: string, names: readonly string[]): Promise<void> =>
        one.step(subject, async (tx) => {
          for (const name of names) {
            await tx.run('UPDATE counts SET count = count + 1 WHERE name = $1', name)
            await tx.list('SELECT pg_sleep(0.02)')
          }
        })
      const both = Array.from({ length: 3 }, () => [
        add(databases[0], 'x', ['a', 'b']),
        add(databases[1], 'y', ['b', 'a']),
      ])
      await Promise.all(both.flat())
      assert.deepEqual([await countOf(databases[0], 'a'), await countOf(databases[1], 'b')], [6, 6])
    } finally {
      await Promise.all(databases.map((database) => database.close()))
      await server.removeSchema(schema)
    }
  })
})
