import { MAX_PAGE_SIZE, ShelfmarkError } from '../../core/index.ts'
import { extractPage, type ExtractPageOptions, type PageExtraction } from './extract-page.ts'

/** What a response says itself: its status, its final address, its content type, its size. */
type OfResponse = 'status' | 'url' | 'contentType' | 'size'

/**
 * Extracts the answer of `fetch`, with its status, final address and content type.
 *
 * Rejects: with the errors that `extractPage` throws; `page_too_large` as soon as the body exceeds
 * the limit; `invalid_argument`, if it is not a `Response` or its body was read;
 * the error of the body, if the connection breaks.
 *
 * @example
 * ```ts
 * import { extractResponse } from 'shelfmark/pages'
 *
 * const page = await extractResponse(await fetch(url))
 * if (page.kind === 'product') console.log(page.record?.title)
 * ```
 */
export async function extractResponse(
  response: Response,
  options: Omit<ExtractPageOptions, OfResponse> = {},
): Promise<PageExtraction> {
  if (!(response instanceof Response)) {
    throw new ShelfmarkError(
      'invalid_argument',
      'extractResponse takes a Response, the result of fetch. Await it first.',
    )
  }
  if (response.bodyUsed) {
    throw new ShelfmarkError(
      'invalid_argument',
      'The body of the response was read already. Pass response.clone() first.',
    )
  }
  return extractPage(await readBody(response), {
    ...options,
    status: response.status,
    url: response.url === '' ? undefined : response.url,
    contentType: response.headers.get('content-type') ?? undefined,
    size: readSize(response),
  })
}

/** Size of the body as a response says it. Absent: undefined, it does not, or that of the compressed body. */
function readSize({ headers }: Response): number | undefined {
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  return length === null ? undefined : Number(length)
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_PAGE_SIZE) {
      throw new ShelfmarkError('page_too_large', `The page has more than ${MAX_PAGE_SIZE} bytes, which is the limit.`)
    }
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
