import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

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

/** Hashes that may wait at the customers' door, which everybody can reach. */
const MAX_WAITING = 16

/** Whether hashes are waited for already, so that the public must not ask for more. */
export function isHashingBusy(): boolean {
  return waiting.length >= MAX_WAITING
}

/** A password that nobody has to think of. */
export function createPassword(): string {
  return randomBytes(15).toString('base64url')
}

/** A password as it is stored: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { N, r, p } = COST
  const hash = await derive(password, salt, COST)
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Compares a password with a stored one. `stored`: null, nobody has the name; that takes as long. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
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
