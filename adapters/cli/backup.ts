import { resolve } from 'node:path'
import { StoreError } from '../store/store-error.ts'
import { defineCommand } from './command/define-command.ts'
import { runAdministration } from './run-administration.ts'
import { fail, orFail, requireConfig } from './exit.ts'

const file = (description: string) => ({ type: 'positional', required: true, description }) as const

export const backupCommand = defineCommand({
  args: { file: file('New file. A running server writes it') },
  examples: ['backup /backups/today.sqlite'],
  async run(args) {
    const target = resolve(args.file)
    await runAdministration('store.backup', { file: target })
    process.stderr.write(`shelfmark: all data is in ${target}\n`)
  },
})

export const restoreCommand = defineCommand({
  args: { file: file('File that `backup` has written') },
  examples: ['restore /backups/today.sqlite'],
  async run(args) {
    const { dataDirectory: directory, redisUrl, keyPepper: pepper, oldKeyPepper: oldPepper } = await requireConfig()
    if (redisUrl !== null)
      fail('SHELFMARK_REDIS_URL is set. A backup is restored to an embedded store, in SHELFMARK_DATA.')
    const { restoreBackup } = await import('../store/sqlite/restore.ts')
    const task = () => restoreBackup(resolve(args.file), { directory, pepper, oldPepper })
    const { charges, credits, mark } = await orFail(task, (error) => error instanceof StoreError)
    process.stderr.write(
      `shelfmark: ${directory} has the data of ${mark.made_at}: ${charges} charges of ${credits} credits, and its usage is their sum\n` +
        'What happened later is not in it: keys that were revoked since work again, and keys that were created since are unknown. Read them with "shelfmark keys list".\n',
    )
  },
})
