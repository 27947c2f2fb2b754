import PostalMime from 'postal-mime'
import { MAX_PAGE_SIZE } from '../../../core/index.ts'
import { tooLarge, type ByteStream } from './byte-stream.ts'
import { splitLines } from './lines.ts'
import { SavedPageError, type FoundPage } from './saved-page.ts'

/** RFC 2046, 5.1.1: the parameter of `Content-Type` that says what separates the parts. */
const BOUNDARY = /\bboundary=(?:"([^"\r\n]+)"|([^\s;"]+))/i
/** A page of the greatest size, each of its bytes as an escape of three characters, and the headers. Unit: bytes. */
const MAX_PART_BYTES = 4 * MAX_PAGE_SIZE

const QUOTED_PRINTABLE = /^content-transfer-encoding:\s*quoted-printable\s*$/i

/**
 * The main document of a page that was saved with its resources (RFC 2557): the first part. Its frames and images,
 * which follow, are not read.
 *
 * Throws: `damaged`, `truncated`, `page_too_large`.
 */
export async function* readMhtml(source: ByteStream): AsyncGenerator<FoundPage> {
  const part = withoutPadding(await readFirstPart(source))
  const { html, headers } = await PostalMime.parse(part).catch((cause: unknown) => {
    throw new SavedPageError('damaged', 'The first part of the MHTML is not as the standard has it.', { cause })
  })
  if (html === undefined) throw new SavedPageError('damaged', 'The first part of the MHTML is not a page of HTML.')
  const url = headers.find(({ key }) => key === 'content-location')?.value
  yield { number: null, bytes: Buffer.from(html), url, contentType: 'text/html; charset=utf-8' }
}

/** The bytes of a part. Of one in quoted-printable, the parser keeps soft breaks with blanks after them as text. */
function withoutPadding(lines: readonly string[]): Uint8Array {
  const headEnd = lines.findIndex((line) => line.trim() === '')
  const isQuoted = lines.slice(0, headEnd).some((line) => QUOTED_PRINTABLE.test(line.trim()))
  return Buffer.from((isQuoted ? lines.map(dropPadding) : lines).join('\n'), 'latin1')
}

/** A line without the blanks at its end, which were added on the way (RFC 2045, 6.7, rule 3). */
function dropPadding(line: string): string {
  let end = line.length
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end--
  return line.slice(0, end)
}

/** The first part with its headers: what is between the first two boundaries. Its lines, with a character for each byte. */
async function readFirstPart(source: ByteStream): Promise<readonly string[]> {
  const head: string[] = []
  let size = 0
  let boundary: string | null = null
  let part: string[] | null = null
  for await (const { bytes } of splitLines(source, MAX_PART_BYTES)) {
    size += bytes?.length ?? MAX_PART_BYTES
    if (bytes === null || size > MAX_PART_BYTES) throw tooLarge()
    const line = Buffer.from(bytes).toString('latin1')
    if (boundary === null) {
      if (line.trim() === '') boundary = findBoundary(head)
      else head.push(line)
    } else if (line.startsWith(boundary)) {
      if (part !== null) return part
      part = []
    } else part?.push(line)
  }
  throw new SavedPageError('truncated', `The MHTML ends in the middle of its page, after ${size} bytes.`)
}

function findBoundary(head: readonly string[]): string {
  const [, quoted, plain] = BOUNDARY.exec(head.join('\n')) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new SavedPageError('damaged', 'The headers of the MHTML name no boundary.')
  return `--${boundary}`
}
