/**
 * What nobody sees, but a language model reads: controls but tab and line feed, marks that turn the order of what is
 * shown, zero-width and blank characters that are no spaces, tags, and variation selectors that follow another one.
 * Joiners stay: words of some scripts need them.
 */
const HIDDEN =
  // oxlint-disable-next-line no-misleading-character-class, no-control-regex -- single code points are what is looked for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u115F\u1160\u180E\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E01EF}]|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]+/gu

/** A text without the characters that nobody sees. */
export function withoutHidden(text: string): string {
  return text.replaceAll(HIDDEN, '')
}
