import { readWebhookUrl } from '../work/webhook/check-webhook-url.ts'
import type { AlertReceiver } from '../work/webhook/alert-sender.ts'
import { readSecret, type SettingsInput } from './settings.ts'

const URL_NAME = 'SHELFMARK_ALERT_URL'
const SECRET_NAME = 'SHELFMARK_ALERT_SECRET'
const SECRET_LENGTH = 16

/** Where alerts to operators are sent. Absent: null, nowhere. Messages repeat neither the URL nor the secret. */
export function readAlertReceiver(reading: SettingsInput): AlertReceiver | null {
  const url = readSecret(reading, URL_NAME, 1)
  const problems = reading.problems.length
  const secret = readSecret(reading, SECRET_NAME, SECRET_LENGTH)
  const isTooShort = reading.problems.length > problems
  if (url === null) {
    if (secret !== null) reading.problems.push(`${URL_NAME}: must be set for ${SECRET_NAME}`)
    return null
  }
  if (!HTTP.test(url) || !URL.canParse(url)) {
    reading.problems.push(`${URL_NAME}: is not an http(s) URL`)
    return null
  }
  // The address is the operator's own: of the checks of webhooks, those of the text apply.
  const checked = readWebhookUrl(url, [new URL(url).origin])
  if ('problem' in checked) reading.problems.push(`${URL_NAME}: ${checked.problem}`)
  if (secret === null && !isTooShort) {
    reading.problems.push(`${SECRET_NAME}: must be set for ${URL_NAME}, with at least ${SECRET_LENGTH} characters`)
  }
  return secret === null ? null : { url, secret }
}

const HTTP = /^https?:/i
