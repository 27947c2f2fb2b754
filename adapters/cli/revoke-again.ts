import { StoreError } from '../store/store-error.ts'
import { defineCommand } from './command/define-command.ts'
import { fail, orFail, requireConfig } from './exit.ts'
import { describeLater, describeWorking } from './print-changes.ts'
import { serverArgs, toEnvironment } from './server-flags.ts'

export const revokeAgainCommand = defineCommand({
  args: {
    since: {
      type: 'string',
      valueHint: 'URL',
      description:
        'Database with newer data, such as the one that the recovery replaces: what was revoked in it is revoked again',
    },
    'revoke-all': {
      type: 'boolean',
      default: false,
      description:
        'End all keys, passwords and links, and pause all watches and schedules: for when the replaced database can not be read',
    },
    'database-url': serverArgs['database-url'],
    'redis-url': serverArgs['redis-url'],
  },
  examples: ['revoke-again --since postgres://old.example/shelfmark', 'revoke-again --revoke-all'],
  async run(args) {
    const { shared, keyPepper: pepper, oldKeyPepper: oldPepper } = await requireConfig(toEnvironment(args))
    if (shared === null)
      fail('SHELFMARK_DATABASE_URL is not set. An embedded store is compared by "shelfmark restore".')
    const { revokeAgain } = await import('../store/open/revoke-again.ts')
    const { since, 'revoke-all': revokesAll } = args
    const task = () => revokeAgain({ url: shared.databaseUrl, pepper, oldPepper, since, revokesAll })
    const { changes, working, charges, credits, differences } = await orFail(
      task,
      (error) => error instanceof StoreError,
    )
    const later = describeLater({ changes, source: 'the database of --since', revokesAll })
    const ledger = differences.length === 0 ? 'its usage is their sum' : `its usage is not their sum: ${differences[0]}`
    process.stderr.write(
      `shelfmark: the database has ${charges} charges of ${credits} credits, and ${ledger}. ${describeWorking(working)}\n${later}\n`,
    )
  },
})
