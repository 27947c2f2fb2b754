import type { KindArgs } from './page-arguments.ts'
import { classifyPage, type PageKind } from '../../core/index.ts'
import { site } from '../../selectors/index.ts'
import { EXIT, requireInteger } from './exit.ts'
import { readPages, requirePages } from './read-pages.ts'
import { print } from './print.ts'
import { formatTable } from './table.ts'

/** The kind of a page, as a line of JSON. The members have the meanings of those of `extract`. */
interface KindLine {
  readonly file: string
  readonly page_url: string | null
  readonly kind: PageKind
  readonly evidence: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Runs the command `kind`. */
export async function runKind(args: KindArgs): Promise<void> {
  const rows: string[][] = []
  for await (const line of classifyPages(args)) {
    if (line.error !== null) process.exitCode = EXIT.failed
    if (args.json) print(`${JSON.stringify(line)}\n`)
    else
      rows.push([line.error === null ? line.kind : 'unreadable', line.file, line.evidence ?? line.error?.message ?? ''])
  }
  if (!args.json) process.stdout.write(formatTable(['kind', 'page', 'evidence'], rows))
}

async function* classifyPages(args: KindArgs): AsyncGenerator<KindLine> {
  const status = args.status === undefined ? undefined : requireInteger('status', args.status, 100, 599)
  for await (const page of readPages(await requirePages(args._), args.field)) {
    const origin = { file: page.name, page_url: page.url ?? null }
    if ('error' in page) {
      yield { ...origin, kind: 'unknown', evidence: null, error: page.error }
      continue
    }
    const facts = { status: status ?? page.status, url: args.url ?? page.url, bytes: page.bytes }
    yield { ...origin, ...classifyPage(facts, site), error: null }
  }
}
