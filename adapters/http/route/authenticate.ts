import type { H3Event } from 'h3'
import type { Caller } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'

const BEARER = /^Bearer +(\S+)$/i

/** Finds the caller of a request by its header, or else by the parameter `api_key`. */
export async function authenticate(event: H3Event, store: Store): Promise<Caller | 'unauthorized' | 'revoked'> {
  const key = readBearer(event) ?? (event.url.searchParams.get('api_key') || null)
  return key === null ? 'unauthorized' : store.keys.authenticate(key)
}

/** The token after `Bearer` in the header `Authorization`. Absent: null. */
export function readBearer({ req }: H3Event): string | null {
  return BEARER.exec(req.headers.get('authorization')?.trim() ?? '')?.[1] ?? null
}
