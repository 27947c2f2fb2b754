import { isOfMarketplace } from '../../../core/index.ts'
import { SourceError, type FetchedPage } from './page-source.ts'

/** The answer of one URL: a page, or the `Location` that it redirects to. */
export type Hop = Omit<FetchedPage, 'url'> | { readonly location: string }

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Redirects that one attempt follows. */
export const MAX_REDIRECTS = 5

/** Where an answer redirects to. Absent: null, it is not a redirect, or it names no location. */
export function readLocation(status: number, location: string | undefined): string | null {
  return REDIRECTS.has(status) && location !== undefined && location !== '' ? location : null
}

/**
 * Fetches a URL and follows its redirects: only to hosts of the same marketplace,
 * and always by https.
 *
 * Rejects: `foreign_redirect`, `too_many_redirects`; the errors of `fetchHop`.
 */
export async function followRedirects(
  start: string,
  marketplaceHost: string,
  fetchHop: (url: URL) => Promise<Hop>,
): Promise<FetchedPage> {
  let url = new URL(start)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const hop = await fetchHop(url)
    if (!('location' in hop)) return { ...hop, url: url.href }
    url = resolveRedirect(hop.location, url, marketplaceHost)
  }
  throw tooManyRedirects(url.href)
}

export function tooManyRedirects(last: string): SourceError {
  return new SourceError('too_many_redirects', `More than ${MAX_REDIRECTS} redirects, the last to ${last}.`)
}

/** Address of a redirect on the same marketplace. Throws: `foreign_redirect`. */
export function resolveRedirect(location: string, from: URL, marketplaceHost: string): URL {
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
