import { classifyPage } from '../../core/index.ts'
import { site } from '../../selectors/index.ts'
import { defineCommand } from './command/define-command.ts'
import { EXIT, requireInteger } from './exit.ts'
import { fieldArg, pages, readPages, requirePages } from './page-arguments.ts'
import { formatTable } from './table.ts'

export const kindCommand = defineCommand({
  args: {
    page: pages,
    status: { type: 'string', valueHint: 'STATUS', description: 'HTTP status of the response that had the page' },
    url: { type: 'string', valueHint: 'URL', description: 'URL of the page, after all redirects' },
    field: fieldArg,
  },
  examples: ['kind page.html', 'kind pages --status 503'],
  async run(args) {
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
  },
})
