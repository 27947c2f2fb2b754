import { REFUSED_ADDRESS } from '../../public-address.ts'

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

/** Error codes of OpenSSL, of Node's checks of host names, and of certificates. */
const TLS =
  /^(?:ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_|PATH_LENGTH_|HOSTNAME_)/

/** Why an attempt has no status: a few words for the owner of the receiver, shown as `webhook_last_error`. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return OTHER
  // A host name with several addresses has one error for each of them.
  if (error instanceof AggregateError) {
    return error.errors.map(describeFailure).find((name) => name !== OTHER) ?? OTHER
  }
  const code = 'code' in error ? String(error.code) : ''
  // undici uses the same code for an answer that is not HTTP.
  if (code === 'UND_ERR_SOCKET') return error.message.includes('closed') ? 'connection reset' : OTHER
  if (TLS.test(code)) return 'tls error'
  return Object.hasOwn(NAMES, code) ? (NAMES[code] ?? OTHER) : OTHER
}
