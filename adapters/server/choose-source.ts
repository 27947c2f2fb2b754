import type { Config } from '../config/config.ts'
import { directorySource, liveSource, sandboxSource, type PageSource, type Pacing } from '../source/index.ts'

/** Where pages come from, as a configuration says. `connection`: shares the pace with others. Default: none. */
export function chooseSource(
  { source, pagesDirectory, proxies, upstreams, pacing }: Config,
  connection?: Pacing['connection'],
): PageSource {
  if (source === 'sandbox') return sandboxSource()
  if (source === 'directory') return directorySource(pagesDirectory ?? '.')
  return liveSource({ proxies, upstreams, pacing: { ...pacing, connection } })
}
