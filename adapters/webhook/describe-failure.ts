import { REFUSED_ADDRESS } from './resolve-host.ts'

const OTHER = 'network error'

const NAMES: Readonly<Record<string, string>> = {
  [REFUSED_ADDRESS]: 'refused address',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host not found',
  ENODATA: 'host not found',
  EAI_AGAIN: 'host not found',
  EPROTO: 'tls error',
}

/** Codes of OpenSSL, of Node's checks of names, and of what is wrong with a certificate. */
const TLS =
  /^(?:ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_|PATH_LENGTH_|HOSTNAME_)/

/** Why an attempt has no status, in a few words that the owner of the receiver can use. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return OTHER
  // A name with several addresses has an error for each.
  if (error instanceof AggregateError) {
    return error.errors.map(describeFailure).find((name) => name !== OTHER) ?? OTHER
  }
  const code = 'code' in error ? String(error.code) : ''
  // The same code stands for answers that are no HTTP.
  if (code === 'UND_ERR_SOCKET') return error.message.includes('closed') ? 'connection reset' : OTHER
  if (TLS.test(code)) return 'tls error'
  return Object.hasOwn(NAMES, code) ? (NAMES[code] ?? OTHER) : OTHER
}
