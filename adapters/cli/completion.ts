import { SHELLS, writeCompletion } from './command/complete.ts'
import { defineCommand, type Command } from './command/define-command.ts'
import type { Program } from './command/run-program.ts'
import { requireKnown } from './exit.ts'

/** The command that prints the completion of a program. */
export function completionOf(program: Program): Command {
  return defineCommand({
    args: { shell: { type: 'positional', description: 'bash, zsh or fish' } },
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/shelfmark',
      'completion fish > ~/.config/fish/completions/shelfmark.fish',
    ],
    async run({ shell }) {
      process.stdout.write(await writeCompletion(program, requireKnown('shell', shell, SHELLS)))
    },
  })
}
