// The whole service inside of a program. Its page source fetches from the marketplaces, and keeps each page on disk, so
// that a page is fetched once.
//
//   npx tsx examples/cached-service.ts pages data
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractPage } from 'shelfmark/pages'
import { createService, liveSource, type PageSource } from 'shelfmark/server'

const [pages = 'pages', store = 'data'] = process.argv.slice(2)
await mkdir(pages, { recursive: true })

const live = liveSource()
const source: PageSource = {
  async fetch(request, signal) {
    const file = join(pages, `${encodeURIComponent(request.url)}.html`)
    if (existsSync(file)) return { status: 200, url: request.url, bytes: await readFile(file) }
    const page = await live.fetch(request, signal)
    // A captcha has status 200 too: only pages with a record are worth keeping.
    if (extractPage(page.bytes, { status: page.status, domain: request.domain }).record !== null) {
      await writeFile(file, page.bytes)
    }
    return page
  },
  close: () => live.close(),
}

const service = await createService({
  source,
  store,
  settings: { SHELFMARK_FIRST_PLAN: 'unlimited', SHELFMARK_LOG: 'warn', SHELFMARK_PORT: process.env.PORT ?? '8080' },
})
if (service.firstKey !== null) {
  const [workspace] = await service.store.workspaces.list()
  if (workspace === undefined) throw new Error('The first start creates a workspace.')
  const { fullKey } = await service.store.keys.create(workspace.id, { mode: 'live', name: 'first live key' })
  console.log(`key ${fullKey}`)
}
const { port } = await service.listen()
console.log(`listens on port ${port}`)

process.once('SIGTERM', () => void service.close())
process.once('SIGINT', () => void service.close())
