/** All hosts that are not named. */
const ALL_HOSTS = '*'

/** Servers that replace marketplaces. */
export interface Upstreams {
  /** Where to fetch an address of a host, or of a second host if the first has no server. Absent: undefined, nothing replaces it. */
  readonly replace: (address: URL, ...hosts: readonly string[]) => string | undefined
}

/**
 * Reads servers that replace marketplaces: host, or `*` for all that are not named, to base URL.
 *
 * Throws: `TypeError` for one that is not an http(s) URL.
 */
export function readUpstreams(upstreams: ReadonlyMap<string, string>): Upstreams {
  const bases = new Map(
    [...upstreams].map(([host, address]) => {
      const isHttp = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
      if (!isHttp) throw new TypeError(`The upstream of ${host}, "${address}", is not an http(s) URL`)
      const { origin, pathname } = new URL(address)
      return [host, origin + pathname.replace(/\/$/, '')]
    }),
  )
  return {
    replace: ({ pathname, search }, ...hosts) => {
      const host = [...hosts, ALL_HOSTS].find((name) => bases.has(name))
      return host === undefined ? undefined : `${bases.get(host)}${pathname}${search}`
    },
  }
}
