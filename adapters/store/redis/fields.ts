import type { Connection } from '../../redis/connection.ts'

/** Names of fields and their values, as a Redis keeps and gives them. */
export type Fields = Readonly<Record<string, string>>

/** Hashes asked for in one go. */
const PIECE = 500

/** Reads the reply of a script: names and values in turn. Absent: null, there is nothing of that name. */
export function toFields(reply: readonly string[]): Fields | null {
  if (reply.length === 0) return null
  const fields: Record<string, string> = {}
  for (let i = 0; i < reply.length; i += 2) fields[reply[i] ?? ''] = reply[i + 1] ?? ''
  return fields
}

/** Reads a number. Absent: null, the field is not there, or empty. */
export function toNumber(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}

/** Reads hashes that are there to stay. Order: of the names. */
export async function readHashes(connection: Connection, names: readonly string[]): Promise<Fields[]> {
  const hashes: Fields[] = []
  for (let from = 0; from < names.length; from += PIECE) {
    const piece = names.slice(from, from + PIECE)
    hashes.push(...(await connection.ask((redis) => Promise.all(piece.map((name) => redis.hgetall(name))))))
  }
  return hashes
}
