/** The end of a line and an empty line. The line itself may end in LF alone, which readers accept (RFC 9112, 2.2). */
const HEAD_END = '\n\r\n'
const BARE_HEAD_END = '\n\n'
const FOLD = /^[ \t]/

/** The lines before the body of a message (RFC 9112, 2.1), and before the block of a record of a WARC. */
export interface MessageHead {
  /** Size with the empty line that ends it. Unit: bytes. */
  readonly size: number
  readonly firstLine: string
  /** Values by their names in lower case. Those of one name are joined with a comma. */
  readonly headers: ReadonlyMap<string, string>
}

/** The head that begins the bytes. Absent: null, it has no end in them. */
export function parseHead(bytes: Buffer): MessageHead | null {
  const [end, size] = findEnd(bytes)
  if (end === -1) return null
  const [firstLine = '', ...lines] = bytes.toString('utf8', 0, end).split('\n')
  const headers = new Map<string, string>()
  let name = ''
  for (const line of lines) {
    const colon = line.indexOf(':')
    const prior = headers.get(name)
    if (FOLD.test(line)) {
      if (prior !== undefined) headers.set(name, `${prior} ${line.trim()}`)
      continue
    }
    name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name === '') continue
    const value = line.slice(colon + 1).trim()
    const others = headers.get(name)
    headers.set(name, others === undefined ? value : `${others}, ${value}`)
  }
  return { size, firstLine: firstLine.trimEnd(), headers }
}

/** Index of the first end of a head, and the size of the head with it. Absent: -1. */
function findEnd(bytes: Buffer): readonly [end: number, size: number] {
  const end = bytes.indexOf(HEAD_END)
  const bare = bytes.subarray(0, end === -1 ? bytes.length : end).indexOf(BARE_HEAD_END)
  return bare === -1 ? [end, end + HEAD_END.length] : [bare, bare + BARE_HEAD_END.length]
}
