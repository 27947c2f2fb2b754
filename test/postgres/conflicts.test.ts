// Takes more than 20 seconds: calls that conflict until their deadline.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Client } from 'pg'
import { CALL_MS } from '../../adapters/store/drivers/postgres-pool.ts'
import { PostgresDatabase } from '../../adapters/store/drivers/postgres.ts'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { NOW } from '../contract/store-caller.ts'
import { describePostgres, type PostgresServer } from '../support/postgres-server.ts'
import { until } from '../support/wait.ts'

/** Time after which a step looks for a deadlock. Unit: ms. */
const DEADLOCK_MS = 200
/** An operator may have set the defaults of the database. */
const SETTINGS = ['fsync=off', `deadlock_timeout=${DEADLOCK_MS}ms`, 'default_transaction_isolation=repeatable read']

/** Another program, on a connection of its own. It looks for no deadlock, so that the step is the one that fails. */
async function withOther(server: PostgresServer, schema: string, run: (other: Client) => Promise<void>): Promise<void> {
  const other = new Client({ connectionString: server.url })
  await other.connect()
  try {
    await other.query(`SET search_path = ${schema}; SET deadlock_timeout = '1h'`)
    await run(other)
  } finally {
    await other.end()
  }
}

describePostgres('conflicts in PostgreSQL', SETTINGS, (server) => {
  const withSchema = async (run: (url: string, schema: string) => Promise<void>): Promise<void> => {
    const schema = `t${randomUUID().replaceAll('-', '')}`
    const url = await server.createSchema(schema)
    try {
      await run(url, schema)
    } finally {
      await server.removeSchema(schema)
    }
  }

  const withDatabases = (run: (databases: readonly PostgresDatabase[], schema: string) => Promise<void>) =>
    withSchema(async (url, schema) => {
      const databases = [new PostgresDatabase(url, 4), new PostgresDatabase(url, 4)]
      try {
        await databases[0]?.step('tables', async (tx) => {
          await tx.exec(
            "CREATE TABLE counts (name TEXT PRIMARY KEY, count INTEGER); INSERT INTO counts VALUES ('a', 0), ('b', 0);",
          )
        })
        await run(databases, schema)
      } finally {
        await Promise.all(databases.map((database) => database.close()))
      }
    })

  /** A step that ends in a deadlock with another program, which wants its rows in the other order, so many times. */
  const stepInDeadlocks = async (database: PostgresDatabase, schema: string, deadlocks: number): Promise<number> => {
    let runs = 0
    let ended: Promise<unknown> = Promise.resolve()
    await withOther(server, schema, async (other) => {
      await database.step('one', async (tx) => {
        const isProvoked = runs++ < deadlocks
        // Else its rollback would end the transaction that begins here.
        await ended
        if (isProvoked) await other.query("BEGIN; UPDATE counts SET count = count WHERE name = 'a'")
        await tx.run("UPDATE counts SET count = count + 1 WHERE name = 'b'")
        if (isProvoked) {
          const rollBack = async (): Promise<void> => {
            await other.query('ROLLBACK')
          }
          ended = other
            .query("UPDATE counts SET count = count WHERE name = 'b'")
            .then(rollBack, rollBack)
            .catch(() => undefined)
          const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name <> 'shelfmark'`
          await until(async () => (await server.ask(waits)).length > 0, 'the other one waits')
        }
        await tx.run("UPDATE counts SET count = count + 1 WHERE name = 'a'")
      })
    })
    return runs
  }
  const readCounts = async (schema: string): Promise<readonly unknown[]> =>
    (await server.ask(`SELECT count FROM ${schema}.counts ORDER BY name`)).map(({ count }) => Number(count))

  test('a step that deadlocks with another program is tried again, and is written once', () =>
    withDatabases(async ([database], schema) => {
      assert.ok(database !== undefined)
      assert.equal(await stepInDeadlocks(database, schema, 3), 4)
      assert.deepEqual(await readCounts(schema), [1, 1])
    }))

  test('a step that deadlocks until its deadline is refused, and says why; nothing of it is written', () =>
    withDatabases(async ([database], schema) => {
      assert.ok(database !== undefined)
      const startMs = performance.now()
      await assert.rejects(stepInDeadlocks(database, schema, Number.POSITIVE_INFINITY), {
        name: 'StoreError',
        code: 'unavailable',
        message: /deadlock detected \(40P01\)/,
      })
      assert.ok(performance.now() - startMs > CALL_MS / 2)
      assert.deepEqual(await readCounts(schema), [0, 0])
      assert.equal(await stepInDeadlocks(database, schema, 0), 1)
      assert.deepEqual(await readCounts(schema), [1, 1])
    }))

  test('whatever isolation the operator has set, a step sees what was written before it', () =>
    withDatabases(async (databases) => {
      const addFirst = (database: PostgresDatabase, name: string): Promise<void> =>
        database.step('one', async (tx) => {
          const { length } = await tx.list("SELECT 1 FROM counts WHERE name LIKE 'row%'")
          // Meanwhile, the other one waits for its turn.
          await tx.list('SELECT pg_sleep(0.05)')
          if (length === 0) await tx.run('INSERT INTO counts (name, count) VALUES ($1, 0)', name)
        })
      await Promise.all(databases.map((database, index) => addFirst(database, `row ${index}`)))
      assert.equal((await databases[0]?.list("SELECT 1 FROM counts WHERE name LIKE 'row%'"))?.length, 1)
    }))

  /** Charges of a store whose transactions can't be serialized, for so many attempts. */
  const withFailures = (
    failures: number,
    run: (store: Store, charge: (id: string) => Promise<string>, end: () => Promise<unknown>) => Promise<void>,
  ) =>
    withSchema(async (url, schema) => {
      const store = await openPostgresStore({ url, epochMs: () => NOW })
      try {
        const { id: workspaceId } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
        const { key } = await store.keys.create(workspaceId, { mode: 'live', name: 'main' })
        const charge = async (chargeId: string): Promise<string> => {
          const reservation = await store.ledger.reserve(workspaceId, 5, NOW)
          assert.ok(reservation !== 'insufficient_credits')
          return store.ledger.settle(reservation, {
            chargeId,
            keyId: key.id,
            record: 'product',
            credits: 5,
            isUnanswered: true,
          })
        }
        // A sequence counts also in transactions that are undone.
        await server.ask(`
          CREATE SEQUENCE ${schema}.tries;
          CREATE FUNCTION ${schema}.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('${schema}.tries') <= ${failures} THEN
              RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
            END IF;
            RETURN NEW;
          END $$;
          CREATE TRIGGER fail AFTER INSERT ON ${schema}.ledger FOR EACH ROW EXECUTE FUNCTION ${schema}.fail()`)
        await run(store, charge, () => server.ask(`DROP TRIGGER fail ON ${schema}.ledger`))
      } finally {
        await store.close()
      }
    })

  test('a charge that can not be serialized is tried again, and is written once', () =>
    withFailures(4, async (store, charge) => {
      assert.equal(await charge('one'), 'charged')
      assert.deepEqual(await store.ledger.check(), { charges: 1, credits: 5, differences: [] })
    }))

  test('a charge that can not be serialized until its deadline is refused, says why, and costs nothing', () =>
    withFailures(1_000_000, async (store, charge, end) => {
      const startMs = performance.now()
      await assert.rejects(charge('one'), { name: 'StoreError', code: 'unavailable', message: /\(40001\)/ })
      assert.ok(performance.now() - startMs > CALL_MS / 2)
      await end()
      assert.equal(await charge('two'), 'charged')
      await until(() => store.ledger.unansweredCredits() === 5, 'only the second one waits for its answer')
      assert.deepEqual(await store.ledger.check(), { charges: 1, credits: 5, differences: [] })
    }))
})
