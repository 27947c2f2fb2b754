import { ALL_REASONS, PROVEN_BY } from '../../../core/contract/index.ts'
import type { HeaderObject, Reference } from './document.ts'

const text = { type: 'string', minLength: 1 } as const

/** Headers of answers. */
const described = {
  'Svc-Request-Id': {
    description: 'Id of the request: its `X-Request-Id`, or a new one. Every answer has it.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: '4f1c2b9e-5a0d-4c7b-9a43-0d6c1e2f3a4b',
  },
  'Svc-Cost': {
    description:
      'Credits charged: 5 for each page that was retrieved and has something of the record, and for the first one; 10 for each that was rendered, 15 with a screenshot. 0 for every answer that is not 2xx, for replays, for sandbox keys, and for operations that retrieve nothing.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'Svc-Resolved-Url': {
    description: 'Final address on the marketplace, after redirects, without tracking.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://www.amazon.com/dp/B0SHLFX301',
  },
  'Svc-Source-Status': {
    description: "The marketplace's own HTTP status, of the last attempt.",
    schema: { type: 'integer', minimum: 100, maximum: 599 },
    example: 200,
  },
  'Svc-Attempts': {
    description: 'Number of attempts to fetch, for all pages together.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'Svc-Extractor-Version': {
    description: 'Program that extracted the page, and its version: `<extractor>@<semver>`.',
    schema: { type: 'string', pattern: '^[^@\\s]+@\\d+\\.\\d+\\.\\d+' },
    example: 'shelfmark@1.0.0',
  },
  'Svc-Fetched-At': {
    description: 'When the page arrived from the marketplace, in UTC; of several pages, the first.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-05-31T23:59:59.000Z',
  },
  'Svc-Has-More': {
    description: 'Whether the marketplace has more results, on a page after the last one.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'true',
  },
  'Svc-Next-Cursor': {
    description: '`next_cursor`, for a client that reads lines.',
    schema: { type: 'string' },
    example: '17',
  },
  'Svc-Next-From': {
    description: '`from` of the request that reads on, where there is more than an answer has.',
    schema: { type: 'string' },
    example: '2026-05-31T23:59:59.000Z',
  },
  'Svc-Concurrency': {
    description: 'Requests of the key in flight, including this one, and the most that are allowed.',
    schema: { type: 'string', pattern: '^\\d+/\\d+ requests$' },
    example: '1/50 requests',
  },
  'Svc-Rps': {
    description: 'Requests of the key in the last second, and the burst ceiling.',
    schema: { type: 'string', pattern: '^\\d+/\\d+$' },
    example: '1/10',
  },
  'Svc-Reason': {
    description: 'Why the request got this error: see the table of errors.',
    schema: { type: 'string', enum: [...ALL_REASONS] },
    example: 'captcha',
  },
  'RateLimit-Policy': {
    description:
      'Limits of the rate of the key, in the form of the IETF draft: `burst`, the requests of any second, and `sustained`, a token bucket. `q`: requests; `w`: seconds in which they come back.',
    schema: { type: 'string', pattern: '^"burst";q=\\d+;w=1, "sustained";q=\\d+;w=\\d+$' },
    example: '"burst";q=10;w=1, "sustained";q=26;w=13',
  },
  RateLimit: {
    description: 'What is left of both: `r` requests, and all of them in `t` seconds.',
    schema: { type: 'string', pattern: '^"burst";r=\\d+;t=1, "sustained";r=\\d+;t=\\d+$' },
    example: '"burst";r=9;t=1, "sustained";r=25;t=1',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  ETag: {
    description: 'Version of the body: send it as `If-None-Match` to learn whether there is another.',
    schema: { type: 'string', pattern: '^W/"[^"]+"$' },
    example: 'W/"q1w2e3r4t5z6u7i8"',
  },
  Location: {
    description: 'Path for polling what was created.',
    schema: text,
    example: '/api/v1/market/batch/6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  },
  'WWW-Authenticate': {
    description: 'How a key is sent: `Authorization: Bearer <key>`.',
    schema: text,
    example: 'Bearer realm="shelfmark"',
  },
  Allow: { description: 'Methods of the path.', schema: text, example: 'GET, OPTIONS' },
} as const satisfies Readonly<Record<string, Omit<HeaderObject, 'required'>>>

/** Headers that no answer always has. */
const describedRare = {
  'Accept-Encoding': {
    description: 'Codings that a body can have. Only on answers to a body in another one.',
    schema: text,
    example: 'gzip, deflate, br',
  },
  'Svc-Replayed': {
    description: 'This is the first answer to the idempotency key again, at no charge.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Svc-Location': {
    description:
      'How the page was proven to be for the place that was asked for. `confirmed`: it says so itself. `session`: it names no place, and another page of the same session did, less than 15 minutes and 50 pages before, or, where the source of pages keeps no sessions, the page of the same product in the same request. Only on answers to requests for a place.',
    schema: { type: 'string', enum: [...PROVEN_BY] },
    example: 'confirmed',
  },
  'Svc-Next-Since': {
    description: '`since` of the next poll. Only on answers to polls with `since`.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  'Svc-Credits-Remaining': {
    description:
      'Included credits that the workspace can still spend this month, within its spending cap, after this request and without what others in flight have reserved. Only on charged answers.',
    schema: { type: 'integer', minimum: 0 },
    example: 4995,
  },
} as const satisfies Readonly<Record<string, Omit<HeaderObject, 'required'>>>

export type HeaderName = keyof typeof described
export type RareHeaderName = HeaderName | keyof typeof describedRare

/** The headers as components of the document, for answers that always have them. */
export const headers: Readonly<Record<string, HeaderObject>> = Object.fromEntries(
  Object.entries(described).map(([name, header]) => [name, { ...header, required: true }]),
)

/** Headers that an answer always has. */
export function refToHeaders(names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Headers that an answer does not always have. */
export function optionalHeaders(names: readonly RareHeaderName[]): Readonly<Record<string, HeaderObject>> {
  const all = { ...described, ...describedRare }
  return Object.fromEntries(names.map((name) => [name, { ...all[name], required: false }]))
}
