import type { AdminBatch, AdminItem } from '../../../http/admin/batch-commands.ts'
import { records } from '../../kit/records.ts'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

/**
 * Gives the address of an item in the playground of the service: the simulated page for an item of a sandbox key, and
 * else the form that asks the service, filled in. Absent: null, the address of the service is not known.
 */
export function usePlayground({ endpoint, kind }: AdminBatch): (item: AdminItem) => string | null {
  const { value: health } = useLoaded(() => administrate('service.health', {}, true), [])
  const facts = records.find(({ path }) => path.endsWith(`/${endpoint.replaceAll('.', '/')}`))
  return ({ input }) => {
    const base = health?.service_url ?? null
    if (base === null) return null
    const texts = Object.entries(input)
      .filter(([name]) => name !== 'reference')
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const)
    const { query = '', domain = 'com', ...more } = Object.fromEntries(texts)
    if (kind === 'test' && facts !== undefined) {
      return `${base}/#${new URLSearchParams({ [facts.isDefault ? 'asin' : facts.name]: query, domain }).toString()}`
    }
    return `${base}/#${new URLSearchParams({ ask: query, domain, ...more }).toString()}`
  }
}
