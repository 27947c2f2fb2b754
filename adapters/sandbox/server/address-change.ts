import { FORM_PATH, formTokenOf } from '../markup/address-modal.ts'
import { plainAnswer, type SandboxAnswer, type SandboxRequest } from './answer.ts'
import { changeTokenOf, faultOf, readPlace, type Visitor } from './visitors.ts'

/** Paths of the form, of today and of the time before it. */
const FORM_PATHS: ReadonlySet<string> = new Set([pathAlone(FORM_PATH), '/gp/glow/get-address-selections.html'])
const JSON_PATH = '/portal-migration/hz/glow/address-change'
const OLDER_PATH = '/gp/delivery/ajax/address-change.html'

/** Whether an address is one of those that change a visitor's place. */
export function isAddressChange(path: string): boolean {
  return FORM_PATHS.has(path) || path === JSON_PATH || path === OLDER_PATH
}

/** Answers the form, or the change of a visitor's place. */
export function answerAddressChange(path: string, request: SandboxRequest, visitor: Visitor): SandboxAnswer {
  const { token, body } = request.visitor ?? { token: undefined, body: '' }
  if (FORM_PATHS.has(path)) {
    if (request.method !== 'GET') return plainAnswer(405, 'Method Not Allowed', { Allow: 'GET' })
    if (token !== formTokenOf(visitor.domain)) return plainAnswer(403, 'Forbidden')
    const html = `<div id="GLUXAddressList"></div><script>P.when('A').execute(function(){var config={CSRF_TOKEN : "${changeTokenOf(visitor)}"};});</script>`
    return plainAnswer(200, html, { 'Content-Type': 'text/html;charset=UTF-8' })
  }
  if (request.method !== 'POST') return plainAnswer(405, 'Method Not Allowed', { Allow: 'POST' })
  const isJson = path === JSON_PATH
  if (faultOf(visitor, isJson ? 'no_json' : 'no_form') !== null) return plainAnswer(404, 'Not Found')
  if (token !== changeTokenOf(visitor)) return plainAnswer(403, 'Forbidden')
  const place = readPlace(visitor.domain, isJson ? readJson(body) : new Map(new URLSearchParams(body)))
  if (place === null || faultOf(visitor, 'declined') !== null) {
    return jsonAnswer({ isValidAddress: 0, isTransitOutOfAis: 0, isAddressUpdated: 0, successful: 0 })
  }
  if (faultOf(visitor, 'lies') === null) {
    visitor.place = place
    visitor.pages = 0
  }
  return jsonAnswer({ isValidAddress: 1, isTransitOutOfAis: 0, isAddressUpdated: 1, successful: 1 })
}

function jsonAnswer(answer: object): SandboxAnswer {
  return plainAnswer(200, JSON.stringify(answer), { 'Content-Type': 'application/json;charset=UTF-8' })
}

function readJson(text: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return new Map(entries.map(([name, field]) => [name, String(field)]))
  } catch {
    return new Map()
  }
}

function pathAlone(address: string): string {
  return address.split('?', 1)[0] ?? ''
}
