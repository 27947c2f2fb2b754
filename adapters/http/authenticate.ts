import type { Caller } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import type { ServiceRequest } from './request.ts'

const BEARER = /^Bearer +(\S+)$/i

/** Who sends a request: by the header, which wins, or by the parameter `api_key`. */
export async function authenticate(
  request: ServiceRequest,
  store: Store,
): Promise<Caller | 'unauthorized' | 'revoked'> {
  const key = readKey(request)
  return key === null ? 'unauthorized' : store.keys.authenticate(key)
}

function readKey(request: ServiceRequest): string | null {
  return readBearer(request) ?? (request.query.get('api_key') || null)
}

/** What the header shows as `Bearer`. Absent: null. */
export function readBearer({ headers }: ServiceRequest): string | null {
  return BEARER.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? null
}
