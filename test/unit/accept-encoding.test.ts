import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEncoding } from '../../adapters/http/route/accept-encoding.ts'

const OFFERED = ['br', 'gzip'] as const

/** Value of the header, and the coding that is chosen. */
const TABLE: readonly (readonly [accepted: string | null, chosen: string | null])[] = [
  [null, null],
  ['', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br ; q=0.5 , gzip;Q=0.500', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*;q=0', null],
  ['gzip;q=0.5, *;q=0.1', 'gzip'],
  ['identity', null],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0', null],
  ['identity;q=0, *', 'br'],
  ['deflate', null],
  ['gzip;q=2', null],
  ['gzip;q=-1, br;q=0.0001', null],
  ['gzip;level=9', null],
  ['gzip deflate', null],
  [',;,gzip,', 'gzip'],
]

test('the coding of an answer is the one that the client prefers, then the first that is offered', () => {
  for (const [accepted, chosen] of TABLE) assert.equal(chooseEncoding(accepted, OFFERED), chosen, String(accepted))
})
