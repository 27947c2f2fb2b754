import { resolve } from 'node:path'
import type { Restored } from '../store/open/restore.ts'
import { StoreError } from '../store/store-error.ts'
import { defineCommand } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { fail, orFail, requireConfig } from './exit.ts'
import { describeLater, describeWorking } from './print-changes.ts'
import { serverArgs, toEnvironment } from './server-flags.ts'

const file = (description: string) => ({ type: 'positional', required: true, description }) as const

export const backupCommand = defineAdministration({
  args: { file: file('New file. A running server writes it') },
  examples: ['backup /backups/today.sqlite'],
  async run(args, administration) {
    const target = resolve(args.file)
    await administration.run('store.backup', { file: target })
    process.stderr.write(`shelfmark: all data is in ${target}\n`)
  },
})

export const restoreCommand = defineCommand({
  args: {
    file: file('File that `backup` has written'),
    since: {
      type: 'string',
      valueHint: 'FOLDER',
      description:
        'Data folder that the backup replaces, if it can still be read: prints what changed since the backup, and revokes what was revoked since',
    },
    'revoke-all': {
      type: 'boolean',
      default: false,
      description:
        'End all keys, passwords and links, and pause all watches and schedules: for when the replaced folder can not be read',
    },
    data: { ...serverArgs.data, description: 'New folder of the embedded store. Environment: SHELFMARK_DATA' },
  },
  examples: ['restore /backups/today.sqlite', 'restore /backups/today.sqlite --since /data/old'],
  async run(args) {
    const config = await requireConfig(toEnvironment(args))
    const { shared, keyPepper: pepper, oldKeyPepper: oldPepper } = config
    if (shared !== null) {
      fail('SHELFMARK_DATABASE_URL is set. A backup is restored to an embedded store, in --data or SHELFMARK_DATA.')
    }
    const directory = resolve(config.dataDirectory)
    const { restoreBackup } = await import('../store/open/restore.ts')
    const since = args.since === undefined ? undefined : resolve(args.since)
    const revokesAll = args['revoke-all']
    const options = { directory, pepper, oldPepper, since, revokesAll }
    const task = () => restoreBackup(resolve(args.file), options)
    const restored = await orFail(task, (error) => error instanceof StoreError)
    const later = describeLater({ ...restored, source: since ?? '', revokesAll })
    process.stderr.write(`shelfmark: ${directory} has ${describeData(restored)}\n${later}\n`)
  },
})

function describeData({ mark, charges, credits, working }: Restored): string {
  return `the data of ${mark.made_at}: ${charges} charges of ${credits} credits, and its usage is their sum. ${describeWorking(working)}`
}
