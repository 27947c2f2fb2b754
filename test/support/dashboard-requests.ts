import type { LoggedRequest } from '../../adapters/store/request-log.ts'

const HOUR_MS = 3_600_000

/** What runs, or is asked for from elsewhere, if a page takes it for HTML. */
const HOSTILE = '<img src=https://evil.example/x onerror="window.ran=1"><script>window.ran=1</script>'

/** How a request ended. Order: the more often, the earlier. */
const ENDS: readonly (readonly [outcome: string, reason: string | null])[] = [
  ['ok', null],
  ['ok', null],
  ['product_not_found', 'not_listed'],
  ['ok', null],
  ['target_unreachable', 'captcha'],
  ['rate_limited', null],
  ['target_unreachable', 'timeout'],
  ['ok', null],
  ['invalid_params', null],
]

const INPUTS = [
  'query=B08N5WRWNW domain=de zip=10115',
  `query=${'書店の本棚と照明器具'.repeat(6)} domain=co.jp`,
  'query=مصباح القراءة للأطفال مع حامل خشبي domain=ae city=دبي',
  `query=${'Donaudampfschifffahrtsgesellschaft'.repeat(5)} domain=de`,
  `query=${HOSTILE} domain=com`,
]

/** Requests of the last days, with all kinds of ends and inputs. */
export function requestsOf(workspaceId: string, keyIds: readonly string[], nowMs: number): LoggedRequest[] {
  return [...Array(180).keys()].map((at): LoggedRequest => {
    const [outcome, reason] = ENDS[at % ENDS.length] ?? ['ok', null]
    const input = INPUTS[at % INPUTS.length] ?? ''
    return {
      id: `history-${String(at).padStart(6, '0')}`,
      atMs: nowMs - at * HOUR_MS * 0.8,
      workspaceId,
      keyId: keyIds[at % keyIds.length] ?? '',
      mode: 'live',
      requestId: at % 7 === 0 ? `request-${at}` : `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      batchId: null,
      endpoint: 'GET /api/v1/market/product',
      record: outcome === 'rate_limited' ? null : 'product',
      input: outcome === 'rate_limited' ? '' : input,
      place: input.includes('zip') ? 'zip=10115' : null,
      outcome,
      reason,
      attempts: outcome === 'ok' ? 1 : 3,
      durationMs: 300 + 97 * (at % 50),
      credits: outcome === 'ok' ? 5 : 0,
    }
  })
}
