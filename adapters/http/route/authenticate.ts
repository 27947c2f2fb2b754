import type { H3Event } from 'h3'
import { KEY_PARAM } from '../../../core/contract/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { Service } from './deps.ts'
import { stateOf } from './hooks.ts'
import { recordEndedKey } from './record-request.ts'
import { delayWrongKey } from './wrong-keys.ts'

const BEARER = /^Bearer +(\S+)$/i

/** Finds the caller of a request by its header, or else by the parameter `api_key`. A wrong key may have to wait for its answer; one that is revoked or has expired is recorded for its workspace. `isUse`: whether its last use is now. */
export async function authenticate(
  event: H3Event,
  service: Service,
  isUse: (caller: Caller) => boolean,
): Promise<Caller | 'unauthorized' | 'revoked'> {
  const { store, wrongKeys } = service
  const key = readBearer(event) ?? (event.url.searchParams.get(KEY_PARAM) || null)
  if (key === null) return 'unauthorized'
  const caller = await store.keys.authenticate(key, isUse, (ended) => recordEndedKey(event, ended, service))
  if (typeof caller === 'string') await delayWrongKey(event, wrongKeys.count(stateOf(event).address))
  return caller
}

/** The token after `Bearer` in the header `Authorization`. Absent: null. */
export function readBearer({ req }: H3Event): string | null {
  return BEARER.exec(req.headers.get('authorization')?.trim() ?? '')?.[1] ?? null
}
