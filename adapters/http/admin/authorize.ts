import { createHash, timingSafeEqual } from 'node:crypto'
import type { H3Event, HTTPResponse } from 'h3'
import { jsonAnswer, refuse } from '../route/answers.ts'
import { readBearer } from '../route/authenticate.ts'
import { stateOf } from '../route/hooks.ts'
import { delayWrongKey } from '../route/wrong-keys.ts'
import type { Administration } from './administration.ts'
import type { Operator } from '../route/record-command.ts'
import type { Session } from './sessions.ts'

/** Cookie that holds the id of a session. */
export const SESSION_COOKIE = 'shelfmark_session'

/** Header with the CSRF token of the session. Other sites can't set it. */
const CSRF_HEADER = 'Shelfmark-CSRF'

/** Header of a request that a page sends by itself, such as a poll. It does not prolong the session. */
const UNATTENDED_HEADER = 'Shelfmark-Unattended'

/**
 * Why a request may not administer: it has neither the token of the administration nor a session, or another site
 * has sent it. A wrong token may have to wait for its answer. Absent: null, it may.
 */
export async function findRefusal(event: H3Event, administration: Administration): Promise<HTTPResponse | null> {
  const token = readBearer(event)
  if (token !== null) return (await isRightToken(event, token, administration)) ? null : refuse('unauthorized')
  const session = findSession(event, administration)
  if (session === null) return refuse('unauthorized')
  const isOwn = isSame(event.req.headers.get(CSRF_HEADER) ?? '', session.csrfToken)
  return isOwn && isOwnOrigin(event) ? null : refuseForgery()
}

/** Compares a token with that of the administration. After many wrong ones from its address, a wrong one waits. */
export async function isRightToken(
  event: H3Event,
  given: string,
  { token, wrongKeys, signIns }: Pick<Administration, 'token' | 'wrongKeys' | 'signIns'>,
): Promise<boolean> {
  const { address } = stateOf(event)
  const isRight = isSame(given, token)
  if (isRight) return true
  signIns.refuse(address)
  await delayWrongKey(event, wrongKeys.count(address))
  return false
}

/** Who sent a request that was allowed. */
export function findOperator(event: H3Event, { sessions }: Pick<Administration, 'sessions'>): Operator {
  const session = readBearer(event) === null ? sessions.find(readSessionId(event) ?? '', false) : null
  return { actor: session === null ? 'token' : `session:${session.name}`, address: stateOf(event).address }
}

/** Whether a request that was allowed still is. It is not use of its session. */
export function isStillAllowed(event: H3Event, { sessions }: Pick<Administration, 'sessions'>): boolean {
  return readBearer(event) !== null || sessions.find(readSessionId(event) ?? '', false) !== null
}

/** The session whose cookie a request has. Absent: null. */
export function findSession(event: H3Event, { sessions }: Pick<Administration, 'sessions'>): Session | null {
  const id = readSessionId(event)
  return id === null ? null : sessions.find(id, !event.req.headers.has(UNATTENDED_HEADER))
}

/** Absent: null, the request has no cookie of a session. */
export function readSessionId({ req }: H3Event): string | null {
  for (const cookie of (req.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=', 2)
    if (name === SESSION_COOKIE && value !== '') return value
  }
  return null
}

/**
 * Whether a page of this server sent a request. Browsers say so in `Sec-Fetch-Site`, where the connection is
 * secure or local; else in `Origin`.
 */
export function isOwnOrigin({ req }: H3Event): boolean {
  const site = req.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = req.headers.get('origin') ?? ''
  return URL.canParse(origin) && new URL(origin).host === req.headers.get('host')
}

/** Answer to a request that another site has sent in the name of a person. */
export function refuseForgery(): HTTPResponse {
  const message = `Send the header ${CSRF_HEADER} of the session, from a page of this server.`
  return jsonAnswer(403, { error: 'forged_request', message })
}

/** Compares digests, so that the duration of the comparison reveals nothing about the secret. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
