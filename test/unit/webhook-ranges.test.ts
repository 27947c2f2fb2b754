import assert from 'node:assert/strict'
import { BlockList, isIPv6 } from 'node:net'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isPublicAddress } from '../../adapters/public-address.ts'

/** Blocks that are not public, of the registries of special-purpose addresses (IANA), and of Azure. */
const BLOCKS: readonly string[] = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32',
  '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20',
  '::/3 4000::/2 8000::/1',
].flatMap((line) => line.split(' '))

function readBlocks() {
  // One list for both versions would confuse an IPv4 address with the IPv6 address that maps it.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const versionOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const block of BLOCKS) {
    const [network = '', bits] = block.split('/')
    const version = versionOf(network)
    lists[version].addSubnet(network, Number(bits), version)
  }
  return (address: string) => !lists[versionOf(address)].check(address, versionOf(address))
}

const toIPv4 = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
const fromIPv4 = (text: string): number => text.split('.').reduce((value, part) => value * 256 + Number(part), 0)

function toIPv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => (value >> BigInt(16 * (7 - index))) & 0xffffn)
  return groups.map((group) => group.toString(16)).join(':')
}

function fromIPv6(network: string): bigint {
  const [head = ''] = network.split('::')
  const groups = head === '' ? [] : head.split(':')
  return groups.reduce((value, group, index) => value | (BigInt(`0x${group}`) << BigInt(16 * (7 - index))), 0n)
}

test('ranges: the first and last address of each, and their neighbors, agree with another implementation', () => {
  const isPublic = readBlocks()
  const verdicts = { public: 0, refused: 0 }
  const compare = (address: string, block: string) => {
    assert.equal(isPublicAddress(address), isPublic(address), `${address} at ${block}`)
    verdicts[isPublic(address) ? 'public' : 'refused']++
  }
  for (const block of BLOCKS) {
    const [network = '', bits] = block.split('/')
    if (isIPv6(network)) {
      const first = fromIPv6(network)
      const last = first + (1n << BigInt(128 - Number(bits))) - 1n
      const inside = [first - 1n, first, last, last + 1n].filter((value) => value >= 0n && value < 1n << 128n)
      for (const value of inside) compare(toIPv6(value), block)
      continue
    }
    const first = fromIPv4(network)
    const last = first + 2 ** (32 - Number(bits)) - 1
    const inside = [first - 1, first, last, last + 1].filter((value) => value >= 0 && value < 2 ** 32)
    for (const value of inside) compare(toIPv4(value), block)
  }
  assert.ok(verdicts.public > 30 && verdicts.refused > 48, JSON.stringify(verdicts))
})

test('ranges: random addresses agree with another implementation', () => {
  const isPublic = readBlocks()
  const prefix = fc.constantFrom(0n, 0x2001n, 0x2002n, 0x2620n, 0x2a00n, 0x3fffn, 0xfe80n, 0xffffn)
  const rest = fc.oneof(fc.bigInt(0n, 0xffffffffn), fc.bigInt(0n, (1n << 112n) - 1n))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4(),
        fc.tuple(prefix, rest).map(([head, tail]) => toIPv6((head << 112n) | tail)),
      ),
      (text) => assert.equal(isPublicAddress(text), isPublic(text), text),
    ),
    { numRuns: 5000 },
  )
})

test('a text that is not an address in its usual spelling is not public', () => {
  for (const text of ['', '8.8.8', '8.8.8.8.', '010.8.8.8', '0x8.8.8.8', '134744072', ' 8.8.8.8', '8.8.8.8/32']) {
    assert.equal(isPublicAddress(text), false, text)
  }
  for (const text of ['[2606:4700::1111]', '2606:4700::1111%eth0', '2606:4700:::1111', 'hook.example']) {
    assert.equal(isPublicAddress(text), false, text)
  }
  assert.equal(isPublicAddress('8.8.8.8'), true)
  assert.equal(isPublicAddress('2606:4700::1111'), true)
})
