import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { defineCommand } from 'citty'
import { classifyPage } from '../../core/index.ts'
import { listPages, STANDARD_INPUT } from '../pages/list-pages.ts'
import { fail } from './exit-codes.ts'
import { formatTable } from './table.ts'

export const kindCommand = defineCommand({
  meta: { name: 'kind', description: 'Say what kind of page each page is, and what decided.' },
  args: {
    page: { type: 'positional', required: false, description: 'Saved pages, folders of them, or - for standard input' },
    status: { type: 'string', description: 'HTTP status that the pages came with' },
    url: { type: 'string', description: 'Address that the pages came from, behind all redirects' },
  },
  async run({ args }) {
    const status = readStatus(args.status)
    const rows: string[][] = []
    for (const file of requirePages(args._)) {
      const { kind, evidence } = classifyPage({ status, url: args.url, bytes: await readPage(file) })
      rows.push([kind, file, evidence])
    }
    process.stdout.write(formatTable(['kind', 'page', 'evidence'], rows))
  },
})

function requirePages(args: readonly string[]): string[] {
  if (args.length === 0) fail('name at least one saved page, a folder, or - for standard input')
  try {
    return listPages(args)
  } catch (error) {
    return fail((error as Error).message)
  }
}

async function readPage(file: string): Promise<Uint8Array> {
  try {
    return await (file === STANDARD_INPUT ? buffer(process.stdin) : readFile(file))
  } catch (error) {
    return fail((error as Error).message)
  }
}

function readStatus(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const status = Number(text)
  if (!Number.isInteger(status) || status < 100 || status > 599) fail(`--status ${text}: give a number from 100 to 599`)
  return status
}
