import type { Caller, Store } from '../store/store.ts'
import type { ServiceRequest } from './request.ts'

const BEARER = /^Bearer +(\S+)$/i

/** Who sends a request: by the header, which wins, or by the parameter `api_key`. */
export async function authenticate(
  request: ServiceRequest,
  store: Store,
): Promise<Caller | 'unauthorized' | 'revoked'> {
  const key = readKey(request)
  return key === null ? 'unauthorized' : store.authenticate(key)
}

function readKey({ headers, query }: ServiceRequest): string | null {
  return BEARER.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? (query.get('api_key') || null)
}
