import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '../../../core/policy/index.ts'
import type { PersonLink } from '../../store/people.ts'

/** A link with which a person chooses a password works for this time, and once. Unit: days. */
const LINK_DAYS = 7

/** Shortest and longest password. Unit: characters. */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 200

/** Cost of a hash: 32 MiB of memory, three times. Source: OWASP, password storage, 2026-11. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const MAX_MEMORY_BYTES = 64 * 1024 * 1024
const HASH_BYTES = 32
const SALT_BYTES = 16

/** Hashes that are made at the same time: each takes memory and a thread. */
const MAX_AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** A password that nobody has to think of. */
export function createPassword(): string {
  return randomBytes(15).toString('base64url')
}

/** A link to choose a password, which nobody can guess. `secret`: its random part. `nowMs`: unit ms since 1970. */
export function createLink(nowMs: number): { readonly secret: string; readonly link: PersonLink } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, link: { hash: hashLink(secret), expiresAtMs: Math.round(nowMs) + LINK_DAYS * DAY_MS } }
}

/** Hash of the random part of a link, as the store keeps it. */
export function hashLink(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A password as it is stored: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { N, r, p } = COST
  const hash = await derive(password, salt, COST)
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Compares a password with a stored one. No password is longer than `MAX_PASSWORD`. `stored`: null, nobody has the name; that takes as long. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  if (password.length > MAX_PASSWORD) return false
  const [, N, r, p, salt = '', hash = ''] = (stored ?? '').split('$')
  const cost = stored === null ? COST : { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost)
  const known = Buffer.from(hash, 'base64url')
  return stored !== null && known.length === derived.length && timingSafeEqual(known, derived)
}

async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      // Two spellings of one character are the same password.
      const text = password.normalize('NFKC')
      scrypt(text, salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, hash) =>
        error === null ? resolve(hash) : reject(error),
      )
    })
  } finally {
    // The next one takes this turn.
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
