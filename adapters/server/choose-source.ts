import type { Config } from '../config/config.ts'
import { directorySource, liveSource, sandboxSource, type PageSource } from '../source/index.ts'

/** Where pages come from, as a configuration says. */
export function chooseSource({ source, pagesDirectory, proxies, upstreams, pacing }: Config): PageSource {
  if (source === 'sandbox') return sandboxSource()
  if (source === 'directory') return directorySource(pagesDirectory ?? '.')
  return liveSource({ proxies, upstreams, pacing })
}
