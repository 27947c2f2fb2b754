import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Post {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Inbox {
  readonly origin: string
  /** Posts received so far. */
  readonly posts: readonly Post[]
  readonly close: () => void
}

/** A receiver of webhooks on loopback. `statuses`: of its answers; the last one repeats. */
export async function openInbox(...statuses: readonly number[]): Promise<Inbox> {
  const posts: Post[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      posts.push({ path: request.url ?? '', headers: request.headers, body })
      return response.writeHead(statuses[posts.length - 1] ?? statuses.at(-1) ?? 204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posts, close }
}
