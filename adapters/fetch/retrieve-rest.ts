import { placeOf } from '../../core/contract/index.ts'
import { parseRowPath, requireRecord, rowPath, rowsOf, type AnyRecord, type PageRest } from '../../core/index.ts'
import { requireMarketplace } from '../require-marketplace.ts'
import { combineProvenance, combineWinners, type PageRetrieval, type RetrievedPage } from './page-retrieval.ts'
import type { RecordRequest } from './parse-request.ts'
import { weakestProof } from './prove-place.ts'
import type { RetrievalDeps } from './retrieval-deps.ts'
import { retrievePage, toRenderRequest } from './retrieve-page.ts'
import { CookieJar } from './sessions/cookie-jar.ts'
import type { EarlierPage, PageRequest } from './source/page-source.ts'
import { visitorCookies } from './source/request-headers.ts'
import { selectFields } from '../pages/pool/serialize-extraction.ts'

/**
 * Retrieves a page, and with the request that the page itself names, the rows that it loads later.
 *
 * Where these can't be had, the page alone is the record, as it is for a visitor whose later requests
 * fail: its rows say that they are not complete, and it is charged as one page.
 */
export async function retrieveWithRest(
  request: RecordRequest,
  page: number,
  deps: RetrievalDeps,
  caller: AbortSignal,
  workspaceId: string | null,
): Promise<PageRetrieval> {
  const { record, params } = request
  const definition = requireRecord(record)
  const { language, explain, timeout, fields } = params
  const place = placeOf(params) ?? undefined
  const marketplace = requireMarketplace(params.domain)
  const { domain, host } = marketplace
  const { limits, monotonicMs } = deps
  const endMs = monotonicMs() + (timeout === null ? limits.severalMs : timeout * 1000)
  const asked = definition.asked(params, page)
  const first = await retrievePage(
    {
      request: {
        record,
        domain,
        url: definition.address(marketplace, params, page),
        language,
        render: toRenderRequest(params),
        place,
      },
      // Rows are put together from all of their fields.
      extraction: { ...asked, explain },
      workspaceId,
      totalMs: Math.min(limits.totalMs, endMs - monotonicMs()),
    },
    deps,
    caller,
  )
  if ('error' in first) return first
  const alone = { ...first, json: selectJson(first.json, fields) }
  if (first.rest === null) return alone
  const { path, ...post } = first.rest satisfies PageRest
  const later = await retrievePage(
    {
      request: {
        record,
        domain,
        url: `https://${host}${path}`,
        language,
        post,
        place,
        isFragment: true,
        after: first.earlier,
        ...visitorOf(first.earlier, request, deps),
      },
      extraction: { ...asked, explain, partOf: record, posted: post.text },
      workspaceId,
      totalMs: Math.min(limits.totalMs, endMs - monotonicMs()),
    },
    deps,
    caller,
  )
  const attempts = first.attempts + later.attempts
  return 'error' in later
    ? { ...alone, attempts }
    : { ...addRows(definition, first, later, fields), attempts, pages: first.pages + later.pages }
}

/** The exit and the cookies of a visitor who has got a page. A session has its own. */
function visitorOf(
  { url, setCookies = [], session, exit }: EarlierPage,
  { params }: RecordRequest,
  { epochMs }: RetrievalDeps,
): Pick<PageRequest, 'exit' | 'cookies'> {
  if (session !== undefined) return { exit }
  const marketplace = requireMarketplace(params.domain)
  const { host } = marketplace
  const jar = new CookieJar({ host, epochMs })
  const shared = { domain: host, isOfHost: true, path: '/', expiresMs: null, isSecure: true }
  for (const cookie of visitorCookies(marketplace, params.language ?? marketplace.language)) {
    jar.add({ ...shared, ...cookie })
  }
  jar.keep(url, setCookies)
  return { exit, cookies: jar }
}

/** Replaces the rows of a page by those with the same key that were loaded later. */
function addRows(
  definition: AnyRecord,
  first: RetrievedPage,
  later: RetrievedPage,
  fields: readonly string[] | null,
): RetrievedPage {
  const { rows, rest } = definition
  const record = JSON.parse(first.json) as Readonly<Record<string, unknown>>
  if (rows === null || rest === undefined) return first
  const keyOf = (row: object): unknown => (row as Readonly<Record<string, unknown>>)[rest.rowKey]
  const loaded = rowsOf(definition, JSON.parse(later.json) as object) ?? []
  const indexes = new Map(loaded.map((row, index) => [keyOf(row), index]))
  const own = rowsOf(definition, record) ?? []
  const combined = own.map((row) => loaded[indexes.get(keyOf(row)) ?? -1] ?? row)
  const places = new Map(
    own.flatMap((row, index) => {
      const from = indexes.get(keyOf(row))
      return from === undefined ? [] : [[from, index] as const]
    }),
  )
  const replaced = new Set(places.values())
  const pages = [
    {
      retrieval: first,
      place: (path: string) => (replaced.has(parseRowPath(path)?.index ?? -1) ? null : path),
    },
    {
      retrieval: later,
      place: (path: string) => {
        const position = parseRowPath(path)
        const index = position === null ? undefined : places.get(position.index)
        return position === null || index === undefined ? null : rowPath(rows.field, index, position.field)
      },
    },
  ]
  return {
    ...first,
    json: JSON.stringify(selectFields({ ...record, [rows.field]: combined }, fields)),
    issues: pages.flatMap(({ retrieval, place }) => retrieval.issues.filter(({ field }) => place(field) !== null)),
    location: weakestProof([first.location, later.location]),
    winners: combineWinners(pages),
    provenanceJson: combineProvenance(pages),
  }
}

function selectJson(json: string, fields: readonly string[] | null): string {
  return fields === null ? json : JSON.stringify(selectFields(JSON.parse(json) as object, fields))
}
