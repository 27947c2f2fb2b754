import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { revokeAgain } from '../../adapters/store/open/revoke-again.ts'
import type { Store } from '../../adapters/store/store.ts'
import { giveRights, listWorking, revokeEach } from '../support/given-rights.ts'
import { describePostgres } from '../support/postgres-server.ts'
import { runCli } from '../support/cli-process.ts'

describePostgres('a PostgreSQL that was restored', ['fsync=off'], (server) => {
  const urlOf = (name: string): string => server.url.replace(/postgres$/, name)
  const use = async <Result>(name: string, work: (store: Store) => Promise<Result>): Promise<Result> => {
    const store = await openPostgresStore({ url: urlOf(name) })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  test('what was revoked since is revoked again from the database that it replaces, or all is', async () => {
    await server.ask('CREATE DATABASE old')
    const rights = await use('old', giveRights)
    for (const copy of ['restored', 'blind', 'printed']) await server.ask(`CREATE DATABASE ${copy} TEMPLATE old`)
    await use('old', (store) => revokeEach(store, rights))
    const itself = revokeAgain({ url: urlOf('restored'), since: `${urlOf('restored')}?application_name=other` })
    await assert.rejects(itself, { code: 'not_supported', message: /is the restored one itself/ })
    const { changes, differences } = await revokeAgain({ url: urlOf('restored'), since: urlOf('old') })
    assert.deepEqual(differences, [])
    assert.ok((changes?.revocations.length ?? 0) > 10)
    assert.deepEqual(await use('restored', (store) => listWorking(store, rights)), [])
    const { working } = await revokeAgain({ url: urlOf('blind'), revokesAll: true })
    assert.deepEqual(working, { keys: 0, passwords: 0, links: 0, watches: 0, schedules: 0 })
    const settings = { SHELFMARK_DATABASE_URL: urlOf('printed'), SHELFMARK_REDIS_URL: 'redis://127.0.0.1:1' }
    const { code, errors } = await runCli(['revoke-again', '--since', urlOf('old')], { env: settings })
    assert.equal(code, 0, errors)
    assert.match(errors, /What the database of --since has since then:/)
    for (const told of [
      'workspaces that were erased',
      'people who were removed',
      'watches that were removed',
      'batches that were stopped',
    ]) {
      assert.match(errors, new RegExp(`^- ${told}, `, 'm'))
    }
    await assert.rejects(revokeAgain({ url: urlOf('printed'), since: server.url }), /does not exist/)
  })
})
