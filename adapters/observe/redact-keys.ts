/** Anything that looks like a key, anywhere in a text. */
const KEYS = /svc_(live|test)_([A-Za-z0-9]{12})[A-Za-z0-9]*/g
const REDACTED = 'svc_$1_$2…'

/** Cuts the keys in a text to their public prefix. */
export function redactKeys(text: string): string {
  return text.replace(KEYS, REDACTED)
}
