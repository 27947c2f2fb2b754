import { SHELLS, writeCompletion } from './command/complete.ts'
import { defineCommand } from './command/define-command.ts'
import { shelfmark } from './commands.ts'
import { requireKnown } from './exit.ts'

export const completionCommand = defineCommand({
  args: { shell: { type: 'positional', description: 'bash, zsh or fish' } },
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/shelfmark',
    'completion fish > ~/.config/fish/completions/shelfmark.fish',
  ],
  async run({ shell }) {
    process.stdout.write(await writeCompletion(shelfmark, requireKnown('shell', shell, SHELLS)))
  },
})
