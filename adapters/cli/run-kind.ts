import type { KindArgs } from './page-arguments.ts'
import { classifyPage } from '../../core/index.ts'
import { site } from '../../selectors/index.ts'
import { EXIT, requireInteger } from './exit.ts'
import { readPages, requirePages } from './read-pages.ts'
import { formatTable } from './table.ts'

/** Runs the command `kind`. */
export async function runKind(args: KindArgs): Promise<void> {
  const status = args.status === undefined ? undefined : requireInteger('status', args.status, 100, 599)
  const rows: string[][] = []
  for await (const page of readPages(await requirePages(args._), args.field)) {
    if ('error' in page) {
      rows.push(['unreadable', page.name, page.error.message])
      process.exitCode = EXIT.failed
      continue
    }
    const facts = { status: status ?? page.status, url: args.url ?? page.url, bytes: page.bytes }
    const { kind, evidence } = classifyPage(facts, site)
    rows.push([kind, page.name, evidence])
  }
  process.stdout.write(formatTable(['kind', 'page', 'evidence'], rows))
}
