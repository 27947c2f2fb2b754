import { defineCommand } from './command/define-command.ts'
import { orFail, requireInteger } from './exit.ts'
import { pages, readInput, requirePages } from './page-arguments.ts'
import { formatTable } from './table.ts'

export const kindCommand = defineCommand({
  args: {
    page: pages,
    status: { type: 'string', valueHint: 'STATUS', description: 'HTTP status of the response that had the page' },
    url: { type: 'string', valueHint: 'URL', description: 'URL of the page, after all redirects' },
  },
  examples: ['kind page.html', 'kind pages --status 503'],
  async run(args) {
    const status = args.status === undefined ? undefined : requireInteger('status', args.status, 100, 599)
    const [{ classifyPage }, { site }] = await Promise.all([
      import('../../core/index.ts'),
      import('../../selectors/index.ts'),
    ])
    const rows: string[][] = []
    for (const file of await requirePages(args._)) {
      const bytes = await orFail(() => readInput(file))
      const { kind, evidence } = classifyPage({ status, url: args.url, bytes }, site)
      rows.push([kind, file, evidence])
    }
    process.stdout.write(formatTable(['kind', 'page', 'evidence'], rows))
  },
})
