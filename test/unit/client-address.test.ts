import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { H3Event } from 'h3'
import { isAddressRange, toAddressRanges } from '../../adapters/http/route/address-ranges.ts'
import { clientAddress } from '../../adapters/http/route/client-address.ts'
import { WrongKeys } from '../../adapters/http/route/wrong-keys.ts'

const TRUSTED = toAddressRanges(['10.0.0.0/8', 'fd00::/8'])

const addressOf = (ip: string | undefined, forwarded: string | null): string | null =>
  clientAddress({ req: { ip, headers: { get: () => forwarded } } } as unknown as H3Event, TRUSTED)

for (const [what, peer, forwarded, expected] of [
  ['the peer', '192.0.2.1', null, '192.0.2.1'],
  ['the peer, whatever it claims', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['IPv4 that IPv6 embeds', '::ffff:192.0.2.1', null, '192.0.2.1'],
  ['IPv6 without its zone', 'fe80::1%eth0', null, 'fe80::1'],
  ['what a trusted proxy says', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['what a trusted proxy says, spelled as IPv6', '::ffff:10.0.0.1', '::ffff:192.0.2.1', '192.0.2.1'],
  ['the last address that a trusted proxy vouches for', '10.0.0.1', '198.51.100.1, 192.0.2.1', '192.0.2.1'],
  ['the client of two trusted proxies', 'fd00::1', '198.51.100.1, 192.0.2.1, 10.2.3.4', '192.0.2.1'],
  ['an address with a port', '10.0.0.1', '192.0.2.1:4711', '192.0.2.1'],
  ['IPv6 with a port', '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
  ['IPv6 without a port', '10.0.0.1', '2001:db8::1', '2001:db8::1'],
  ['the proxy, when it says nothing', '10.0.0.1', null, '10.0.0.1'],
  ['the proxy, when it says nonsense', '10.0.0.1', '192.0.2.1, unknown', '10.0.0.1'],
  ['the first proxy, when all are trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['nothing, without a connection', undefined, '192.0.2.1', null],
] as const) {
  test(`the address of a client is ${what}`, () => assert.equal(addressOf(peer, forwarded), expected))
}

test('ranges of addresses: IPv4 and IPv6, with and without a length', () => {
  for (const text of ['192.0.2.1', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0']) {
    assert.ok(isAddressRange(text), text)
  }
  for (const text of ['', 'x', '192.0.2', '192.0.2.0/33', '192.0.2.0/', '::/129', '192.0.2.1/-1', 'fe80::1%eth0/64']) {
    assert.ok(!isAddressRange(text), text)
  }
  const ranges = toAddressRanges(['192.0.2.0/24', '2001:db8::1'])
  const inside = ['192.0.2.0', '192.0.2.255', '2001:db8::1', '2001:db8:0::1']
  const outside = ['192.0.3.0', '2001:db8::2', '::1', 'x', '']
  assert.deepEqual(
    inside.map(ranges.has),
    inside.map(() => true),
  )
  assert.deepEqual(
    outside.map(ranges.has),
    outside.map(() => false),
  )
})

test('many wrong keys from one address wait longer and longer, up to 2 seconds; others do not wait', () => {
  let nowMs = 0
  const wrongKeys = new WrongKeys(() => nowMs)
  const waits = Array.from({ length: 200 }, () => wrongKeys.count('192.0.2.1'))
  assert.deepEqual(waits.slice(0, 63), [...Array.from({ length: 60 }, () => 0), 100, 200, 300])
  assert.equal(Math.max(...waits), 2000)
  assert.equal(wrongKeys.count('192.0.2.2'), 0)
  nowMs += 10_000
  assert.equal(wrongKeys.count('192.0.2.1'), 1100)
  nowMs += 3_600_000
  assert.equal(wrongKeys.count('192.0.2.1'), 0)
})

test('wrong keys from any number of addresses take a limited memory', () => {
  const wrongKeys = new WrongKeys(() => 0)
  for (let index = 0; index < 100; index++) wrongKeys.count('a')
  for (let index = 0; index < 10_000; index++) wrongKeys.count(String(index))
  assert.equal(wrongKeys.count('a'), 0)
})
