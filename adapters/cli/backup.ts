import { resolve } from 'node:path'
import type { NamedKey } from '../store/open/changes-since.ts'
import type { Restored } from '../store/open/restore.ts'
import { StoreError } from '../store/store-error.ts'
import { defineCommand } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { fail, orFail, requireConfig } from './exit.ts'
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
        'Data folder that the backup replaces, if it can still be read: prints what changed since the backup, and revokes the keys that were revoked since',
    },
    'revoke-keys': {
      type: 'boolean',
      default: false,
      description: 'Revoke all keys, because nobody knows which of them were revoked since the backup',
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
    const options = { directory, pepper, oldPepper, since, revokesKeys: args['revoke-keys'] }
    const task = () => restoreBackup(resolve(args.file), options)
    const restored = await orFail(task, (error) => error instanceof StoreError)
    process.stderr.write(
      `shelfmark: ${directory} has ${describeData(restored)}\n${describeLater(restored, since ?? null)}\n`,
    )
  },
})

function describeData({ mark, charges, credits, activeKeys }: Restored): string {
  return `the data of ${mark.made_at}: ${charges} charges of ${credits} credits, and its usage is their sum. Keys that work: ${activeKeys}.`
}

/** `since`: the folder that tells what changed. Absent: null, there is none. */
function describeLater({ changes, activeKeys }: Restored, since: string | null): string {
  if (changes === null && activeKeys === 0)
    return 'What happened later is not in it. Create keys with "shelfmark keys create".'
  if (changes === null)
    return 'What happened later is not in it: keys that were revoked since work again, and keys that were created since are unknown. Read them with "shelfmark keys list".'
  const { revokedKeys, restrictedKeys, newKeys, newWorkspaces, newBatches, charges, credits } = changes
  return [
    `What ${since} has since then:`,
    `- revoked keys, which are revoked again: ${describeKeys(revokedKeys)}`,
    `- keys with other addresses, which are as in the backup: ${describeKeys(restrictedKeys)}`,
    `- new keys, which are unknown now: ${describeKeys(newKeys)}`,
    `- new workspaces, which are lost: ${newWorkspaces.join(', ') || 'none'}`,
    `- ${charges} charges of ${credits} credits and ${newBatches} batches, which are lost`,
  ].join('\n')
}

function describeKeys(keys: readonly NamedKey[]): string {
  return keys.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none'
}
