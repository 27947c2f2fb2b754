import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { cliPath } from '../support/built-path.ts'

const scriptOf = (shell: string): string =>
  execFileSync(process.execPath, [cliPath(), 'completion', shell], { encoding: 'utf8' })

/** What bash offers for the last word of a command line. */
function complete(...words: string[]): string[] {
  const line = ['shelfmark', ...words].map((word) => `'${word}'`).join(' ')
  const code = `${scriptOf('bash')}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _shelfmark; echo "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', code], { encoding: 'utf8' }).trim().split(' ')
}

test('bash completes commands, commands of a group, and options', () => {
  assert.deepEqual(complete('ex'), ['extract', 'explain'])
  assert.deepEqual(complete('keys', 'cr'), ['create'])
  assert.deepEqual(complete('extract', 'page.html', '--d'), ['--domain'])
  assert.deepEqual(complete('golden', 'capture', '--w'), ['--why'])
})

test('zsh reads the script of bash; fish has one of its own', () => {
  assert.match(scriptOf('zsh'), /^autoload -U \+X bashcompinit && bashcompinit\n_shelfmark\(\)/)
  assert.match(scriptOf('fish'), /^complete -c shelfmark -n '__fish_seen_subcommand_from extract' -l domain -r -d '/m)
  assert.match(scriptOf('fish'), /^complete -c shelfmark -n '__fish_use_subcommand' -f -a extract -d '/m)
})
