import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CommandGroup } from '../../adapters/cli/command/define-command.ts'
import { shelfmark } from '../../adapters/cli/commands.ts'
import { root } from '../support/root.ts'

/** Products and sellers that the simulated marketplace has, and the shop has not. */
const INVENTED = /\bB0SHLF[A-Z0-9]{4}\b|\bA\dSHELF\w+/
/** What makes pages come from elsewhere than the shop: the sandbox, a module, or data that is there already. */
const ELSEWHERE = /sandbox|SHELFMARK_SOURCE=\.\/|--source \.\/|--series/
const RETRIEVES = /\bshelfmark (?:get|fetch|search|batch|watch)\b/

async function listExamples({ commands }: CommandGroup): Promise<readonly string[]> {
  const lists = Object.values(commands).map(async (entry) => {
    const command = 'load' in entry ? await entry.load() : entry
    return 'commands' in command ? await listExamples(command) : command.examples
  })
  return (await Promise.all(lists)).flat()
}

test('no example of the command line asks the shop for an invented product', async () => {
  const lines = (await listExamples(shelfmark)).map((example) => `shelfmark ${example}`)
  const invented = lines.filter((line) => RETRIEVES.test(line) && INVENTED.test(line))
  assert.ok(invented.length >= 4, `${invented.length} examples`)
  for (const line of invented) assert.match(line, ELSEWHERE)
})

interface Block {
  readonly path: string
  readonly text: string
}

/** Blocks of code of all documents, and the programs of the folder `examples`. */
function listBlocks(): readonly Block[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', '*.md', 'examples'], { cwd: root, encoding: 'utf8' })
  const paths = listed.split('\0').filter((path) => path !== '' && !path.endsWith('CHANGELOG.md'))
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    if (!path.endsWith('.md')) return [{ path, text }]
    return [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, block = '']) => ({ path, text: block }))
  })
}

test('no example of a document asks the shop for an invented product', (t) => {
  if (!existsSync(join(root, '.git'))) return t.skip('this is not a clone')
  const invented = listBlocks().filter(({ text }) => INVENTED.test(text))
  assert.ok(invented.length > 20, `${invented.length} blocks`)
  for (const { path, text } of invented) {
    assert.ok(!text.includes('svc_live_'), `${path} asks with a live key:\n${text}`)
    assert.doesNotMatch(text, /(?:fetch|goto|run)\(\[?'https:\/\/www\.amazon\.|crawl\.ts https:\/\/www\.amazon\./, path)
    if (RETRIEVES.test(text)) assert.match(text, ELSEWHERE, `${path}:\n${text}`)
  }
})
