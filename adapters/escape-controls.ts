/** What controls a terminal, or the order of what it shows: C0 but tab and line feed, DEL, C1, and marks of direction. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/**
 * A text for a terminal or a log: characters that control a terminal are written as in JSON, `\u009b`. JSON stays the
 * same value.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
