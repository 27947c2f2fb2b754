import { isOfMarketplace } from '../../core/index.ts'
import { MAX_REDIRECTS } from './limits.ts'
import { SourceError, type PageAnswer } from './page-source.ts'

/** What an address answers: a page, or the `Location` that it redirects to. */
export type Hop = Omit<PageAnswer, 'url'> | { readonly location: string }

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Whether an answer is a redirect. Absent: null, it leads nowhere. */
export function readLocation(status: number, location: string | undefined): string | null {
  return REDIRECTS.has(status) && location !== undefined && location !== '' ? location : null
}

/**
 * Asks an address, and those that it redirects to, on hosts of the same
 * marketplace only, always by https.
 *
 * Rejects: `foreign_redirect`, `too_many_redirects`; whatever a hop rejects with.
 */
export async function followRedirects(
  start: string,
  marketplaceHost: string,
  ask: (url: URL) => Promise<Hop>,
): Promise<PageAnswer> {
  let url = new URL(start)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const hop = await ask(url)
    if (!('location' in hop)) return { ...hop, url: url.href }
    url = resolve(hop.location, url, marketplaceHost)
  }
  throw new SourceError('too_many_redirects', `More than ${MAX_REDIRECTS} redirects, the last to ${url.href}.`)
}

function resolve(location: string, from: URL, marketplaceHost: string): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : null
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isHttp || !isOfMarketplace(url.hostname, marketplaceHost) || url.port !== '') {
    throw new SourceError(
      'foreign_redirect',
      `A redirect leads away from ${marketplaceHost}: ${location.slice(0, 200)}`,
    )
  }
  url.protocol = 'https:'
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}
