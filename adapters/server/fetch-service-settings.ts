// Without the index, which loads all sources.
import { findAddressProblem } from '../fetch/source/fetch-service-address.ts'
import type { FetchServiceOptions } from '../fetch/source/fetch-service.ts'
import { readChoice, readSecret, readText, type SettingsInput } from './settings.ts'

const URL_NAME = 'SHELFMARK_FETCH_SERVICE_URL'
const HEADERS_NAME = 'SHELFMARK_FETCH_SERVICE_HEADERS'
const BODY_NAME = 'SHELFMARK_FETCH_SERVICE_BODY'

/** How a service that fetches is asked, and how it answers. Absent: null. Messages do not repeat secrets. */
export function readFetchService(reading: SettingsInput): FetchServiceOptions | null {
  const address = readSecret(reading, URL_NAME, 1)
  const headers = readHeaders(reading)
  const answer = readChoice(reading, 'SHELFMARK_FETCH_SERVICE_ANSWER', ['page', 'json'], 'page')
  const status = readText(reading, 'SHELFMARK_FETCH_SERVICE_STATUS') ?? undefined
  const finalUrl = readText(reading, 'SHELFMARK_FETCH_SERVICE_FINAL_URL') ?? undefined
  const body = readText(reading, BODY_NAME) ?? undefined
  if (body !== undefined && answer === 'page') {
    reading.problems.push(`${BODY_NAME}: needs SHELFMARK_FETCH_SERVICE_ANSWER=json`)
  }
  if (address === null) return null
  const problem = findAddressProblem(address)
  if (problem !== null) reading.problems.push(`${URL_NAME}: ${problem}`)
  return { address, headers, answer, status, finalUrl, body }
}

/** Name and value. The name is a token, and the value has no control characters (RFC 9110, 5.5 and 5.6.2). */
const HEADER = /^([\w!#$%&'*+.^`|~-]+):\s*([\t\x20-\x7e\x80-\xff]+)$/

/** Headers, one a line. */
function readHeaders(reading: SettingsInput): Readonly<Record<string, string>> {
  const lines = (readSecret(reading, HEADERS_NAME, 1) ?? '').split('\n').map((line) => line.trim())
  const headers = lines.flatMap((line, index) => {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name !== undefined && value !== undefined) return [[name, value] as const]
    if (line !== '') reading.problems.push(`${HEADERS_NAME}: line ${index + 1} must have the form "Name: value"`)
    return []
  })
  return Object.fromEntries(headers)
}
