import type { CommandGroup } from './command/define-command.ts'
import { defineAdministration } from './define-administration.ts'
import { EXIT } from './exit.ts'

const resealCommand = defineAdministration({
  description:
    'End a rotation: seal all secrets of webhooks with the present master key, and adopt the present pepper.',
  args: { json: { type: 'boolean', description: 'Print JSON', default: false } },
  examples: ['secrets reseal'],
  async run(args, administration) {
    const result = await administration.run('secrets.reseal', {})
    const { resealed, unreadable, keysOnOldPepper } = result
    const master =
      unreadable === 0
        ? 'SHELFMARK_MASTER_KEY_OLD is no longer needed'
        : `${unreadable} secrets can not be opened: they were sealed with another master key than the two that are set`
    const pepper =
      keysOnOldPepper === 0
        ? 'SHELFMARK_KEY_PEPPER_OLD is no longer needed'
        : `${keysOnOldPepper} active keys need SHELFMARK_KEY_PEPPER_OLD until their next use: "shelfmark keys list" shows them`
    process.stdout.write(
      args.json ? `${JSON.stringify(result)}\n` : `${resealed} secrets were resealed\n${master}\n${pepper}\n`,
    )
    if (unreadable > 0) process.exitCode = EXIT.failed
  },
})

export const secretsCommand: CommandGroup = {
  commands: { reseal: resealCommand },
}
