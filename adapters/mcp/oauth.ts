import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
  type AuthInfo,
} from '@modelcontextprotocol/server'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import { onServer, type Backend } from './backend.ts'

const address = v.pipe(
  v.string(),
  v.url(),
  v.check(
    (text) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(text),
    'must be an https address, or one of this machine',
  ),
)

/** What an operator says about the authorization server, and whose key each of its subjects uses. */
export const oauthSettings = v.strictObject({
  /** Public address of the MCP server: the audience of its tokens. */
  resource: address,
  /** Address of the authorization server: the issuer of the tokens. */
  issuer: address,
  /** Address of the public keys that it signs with. */
  jwks_uri: address,
  /** Scope that a token must have. */
  scope: v.optional(v.pipe(v.string(), v.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)), 'shelfmark'),
  /** Keys of the shelfmark server, by the subject (`sub`) of a token. */
  keys: v.record(v.string(), v.pipe(v.string(), v.regex(/^svc_(?:live|test)_\S+$/))),
})

export type OAuthSettings = v.InferOutput<typeof oauthSettings>

/** Who may call an MCP server over HTTP. */
export interface Authorization {
  /** Name of the host by which clients know the server. */
  readonly hostname: string
  /** Metadata of the protected resource. Source: RFC 9728, section 2. */
  readonly metadata: object
  /** Who sends a request, or the answer that refuses it. */
  readonly admit: (request: Request) => Promise<AuthInfo | Response>
  /** What the caller's tools ask. Throws: an `Error`, for a caller who was not admitted. */
  readonly backendOf: (caller: AuthInfo | undefined) => Backend
}

/** Algorithms with a public key. A token that is signed with a shared secret, or not at all, is refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Difference of the clocks of two machines. Unit: s. */
const CLOCK_TOLERANCE = 5
/** Fetches of the public keys. An unknown key is looked for again after `cooldownDuration`. Unit: ms. */
const JWKS_TIMES = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }
/** Errors of a token itself. Others say that the public keys can't be had. */
const TOKEN_ERRORS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

/** Lets those call who have a token of an authorization server. `baseUrl`: of the shelfmark server. `times`: of the fetches of public keys. */
export function authorizeByOAuth(settings: OAuthSettings, baseUrl: string, times = JWKS_TIMES): Authorization {
  const { resource, issuer, jwks_uri, scope, keys } = settings
  const jwks = createRemoteJWKSet(new URL(jwks_uri), times)
  const rules = { issuer, audience: resource, algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE }
  const verifyAccessToken = async (token: string): Promise<AuthInfo> => {
    try {
      const { payload } = await jwtVerify(token, jwks, { ...rules, requiredClaims: ['sub', 'exp'] })
      const { sub = '', exp = 0 } = payload
      return { token, clientId: sub, scopes: scopesOf(payload), expiresAt: exp, extra: { sub } }
    } catch (error) {
      if (!TOKEN_ERRORS.some((known) => error instanceof known)) throw error
      throw new OAuthError(OAuthErrorCode.InvalidToken, (error as Error).message)
    }
  }
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(new URL(resource))
  const challenge = { requiredScopes: [scope], resourceMetadataUrl }
  const backends = new Map(
    Object.entries(keys).map(([sub, key]) => [sub, onServer({ baseUrl, key, patienceMs: 10_000 })]),
  )
  const findBackend = (caller: AuthInfo | undefined): Backend | undefined =>
    backends.get(String(caller?.extra?.['sub']))
  return {
    hostname: new URL(resource).hostname,
    metadata: {
      resource,
      authorization_servers: [issuer],
      scopes_supported: [scope],
      bearer_methods_supported: ['header'],
      resource_name: 'shelfmark',
    },
    admit: async ({ headers }) => {
      try {
        const caller = await verifyBearerToken(headers.get('authorization'), {
          ...challenge,
          verifier: { verifyAccessToken },
        })
        return findBackend(caller) === undefined ? Response.json({ error: 'unknown_subject' }, { status: 403 }) : caller
      } catch (error) {
        if (OAuthError.isInstance(error)) return bearerAuthChallengeResponse(error, challenge)
        return Response.json({ error: 'temporarily_unavailable' }, { status: 503, headers: { 'Retry-After': '5' } })
      }
    },
    backendOf: (caller) => {
      const backend = findBackend(caller)
      if (backend === undefined) throw new Error('The caller was not admitted.')
      return backend
    },
  }
}

/** Scopes of a token. Some authorization servers give them as a list, under another name. */
function scopesOf({ scope, scp }: Readonly<Record<string, unknown>>): string[] {
  const given = scope ?? scp
  if (Array.isArray(given)) return given.map(String)
  return typeof given === 'string' ? given.split(' ') : []
}
