import type { TestContext } from 'node:test'
import type { SessionsOptions } from '../../adapters/fetch/sessions/session-settings.ts'
import { withSessions, type SessionSource } from '../../adapters/fetch/sessions/with-sessions.ts'
import { BROWSER_VERSIONS } from '../../adapters/fetch/source/browser-versions.ts'
import { liveSource } from '../../adapters/fetch/source/live-source.ts'
import type { FetchedPage, PageRequest, PageSource } from '../../adapters/fetch/source/page-source.ts'
import { decodeBody } from '../../adapters/pages/decode-body.ts'
import { headerProfiles } from '../../adapters/fetch/source/request-headers.ts'
import { builtInPages, Sandbox, startSandbox } from '../../adapters/sandbox/server/index.ts'
import { GENEROUS_MS } from './wait.ts'

/** A request that reached the shop, and what the shop sent back. */
export interface Visit {
  readonly request: PageRequest
  readonly page: FetchedPage
}

/** A source with sessions, and what it asked the shop for. */
export interface Shop {
  readonly source: SessionSource
  readonly visits: readonly Visit[]
  /** Method and path of each request, without its query. */
  readonly paths: () => readonly string[]
}

/** What the shop is asked for instead. `index`: requests before. */
type Replace = (request: PageRequest, index: number) => PageRequest

/** The simulated marketplace over HTTP, and the live source with sessions that reads it. `faults`: of the marketplace. `upstream`: one that runs already. */
export async function openShop(
  t: TestContext,
  faults = '',
  options: Partial<SessionsOptions> = {},
  replace?: Replace,
  upstream?: string,
): Promise<Shop & { readonly upstream: string }> {
  const sandbox = upstream === undefined ? await startSandbox({ weight: 'light', faults }) : null
  const address = upstream ?? `http://127.0.0.1:${sandbox?.port}`
  const live = liveSource({ upstreams: new Map([['*', address]]), timeLimitMs: GENEROUS_MS })
  const shop = recordVisits(live, options, replace)
  t.after(async () => {
    await shop.source.close()
    await sandbox?.close()
  })
  return { ...shop, upstream: address }
}

/** A source with sessions round another one, whose requests are recorded. */
function recordVisits(
  inner: PageSource,
  options: Partial<SessionsOptions> = {},
  replace: Replace = (request) => request,
): Shop {
  const visits: Visit[] = []
  const recorded: PageSource = {
    exits: inner.exits,
    fetch: async (request, signal) => {
      const page = await inner.fetch(replace(request, visits.length), signal)
      // The receiver may transfer the bytes to a thread.
      visits.push({ request, page: { ...page, bytes: await decodeBody(page.bytes.slice(), page.coding) } })
      return page
    },
    close: () => inner.close(),
  }
  const source = withSessions(recorded, { profiles: headerProfiles(BROWSER_VERSIONS), random: () => 0, ...options })
  const paths = (): readonly string[] =>
    visits.map(({ request }) => `${request.post === undefined ? 'GET' : 'POST'} ${new URL(request.url).pathname}`)
  return { source, visits, paths }
}

/** A part of a page, without a header. */
export const FRAGMENT = '/fragment'

export interface SandboxShopOptions extends Partial<SessionsOptions> {
  readonly faults?: string
  readonly exits?: readonly string[]
  readonly replace?: Replace
  /** Throws, or waits, before a request is answered. */
  readonly before?: (request: PageRequest, signal: AbortSignal) => void | Promise<void>
}

/** The simulated marketplace without a network, and a source with sessions that reads it. */
export function openSandboxShop(given: SandboxShopOptions = {}): Shop {
  const { faults = '', exits, before = () => undefined, replace, ...options } = given
  const sandbox = new Sandbox({ pages: builtInPages, weight: 'light', faults })
  const inner: PageSource = {
    exits,
    fetch: async (request, signal) => {
      await before(request, signal)
      const { url, headers = {}, post } = request
      const { pathname, search, host } = new URL(url)
      if (pathname === FRAGMENT) return { status: 200, url, bytes: Buffer.from('<div id="part">x</div>') }
      const { status, body, setCookies } = sandbox.answer({
        method: post === undefined ? 'GET' : 'POST',
        target: pathname + search,
        host,
        acceptEncoding: undefined,
        faults: undefined,
        visitor: {
          cookie: headers['Cookie'],
          token: { ...headers, ...post?.headers }['anti-csrftoken-a2z'],
          body: post?.text ?? '',
        },
      })
      return { status, url, setCookies, bytes: new Uint8Array(body) }
    },
    close: async () => undefined,
  }
  return recordVisits(inner, options, replace)
}
