import { directorySource } from './directory-source.ts'
import { fetchServiceSource } from './fetch-service.ts'
import { liveSource } from './live-source.ts'
import { loadSource } from './load-source.ts'
import type { PageSource } from './page-source.ts'
import type { Proxies } from './proxies.ts'
import { headerProfiles } from './request-headers.ts'
import { loadUndici } from './routes.ts'
import { sandboxSource } from './sandbox-source.ts'
import type { SourceSettings } from './source-settings.ts'

/**
 * Opens the source that the settings name; for `browser`, that of the pages that it renders.
 *
 * `proxies`: of the source `live`.
 * Rejects: as `loadSource` does; with a `MissingPackageError`, when the source needs a package that is not installed.
 */
export async function openSource(settings: SourceSettings, proxies: Proxies): Promise<PageSource> {
  const { source, pagesDirectory, upstreams, fetchService } = settings
  if (typeof source === 'object') return await loadSource(source.module)
  if (source === 'sandbox') return sandboxSource()
  if (source === 'directory') return directorySource(pagesDirectory ?? '.')
  await loadUndici()
  if (source === 'fetch-service' && fetchService !== null) return fetchServiceSource(fetchService)
  return liveSource({ proxies, upstreams, profiles: headerProfiles(settings.browserVersions) })
}
