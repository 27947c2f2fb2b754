/** What keys of the sandbox begin with. Source: core/policy/api-key.ts. */
const SANDBOX_KEY = 'svc_test_'
/** ASINs that the examples of the documents invent. */
const INVENTED = /\bB0SHLF[A-Z0-9]{4}\b/

/** The first simulated product that a request with a live key asks for: the shop does not have it. Absent: null, none. */
export function findSimulated(key: string, request: string): string | null {
  if (key === '' || key.startsWith(SANDBOX_KEY)) return null
  return INVENTED.exec(request)?.[0] ?? null
}
