import { BlockList, isIP } from 'node:net'

const RANGE = /^([0-9A-Fa-f.:]+)(?:\/([0-9]{1,3}))?$/
const MAPPED_V4 = /^::ffff:([0-9.]+)$/i

/** IP addresses in ranges. */
export interface AddressRanges {
  readonly has: (address: string) => boolean
}

/** Whether a text is an IP address or a range of them, such as `203.0.113.0/24` or `2001:db8::/32`. */
export function isAddressRange(text: string): boolean {
  return parseRange(text) !== null
}

/** Addresses whose answer is remembered. */
const MAX_KNOWN = 1000

/** `ranges`: texts that are ranges; others are ignored. */
export function toAddressRanges(ranges: readonly string[]): AddressRanges {
  const list = new BlockList()
  const own = ranges.map(parseRange).filter((range) => range !== null)
  for (const { address, bits, family } of own) list.addSubnet(address, bits, family)
  if (own.length === 0) return { has: () => false }
  // Node makes an object of each address that is checked, which costs as much as the rest of finding a client's address.
  const known = new Map<string, boolean>()
  return {
    has: (address) => {
      const before = known.get(address)
      if (before !== undefined) return before
      const isIn = isIP(address) !== 0 && list.check(address, familyOf(address))
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(address, isIn)
      return isIn
    },
  }
}

/** The usual spelling of a peer's address: without a zone, and IPv4 where IPv6 embeds it. */
export function normalizeAddress(address: string): string {
  const [bare = ''] = address.split('%')
  const v4 = MAPPED_V4.exec(bare)?.[1]
  return v4 !== undefined && isIP(v4) === 4 ? v4 : bare
}

function parseRange(text: string) {
  const [, address = '', bits] = RANGE.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return null
  const most = version === 4 ? 32 : 128
  const length = bits === undefined ? most : Number(bits)
  return length > most ? null : { address, bits: length, family: familyOf(address) }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
