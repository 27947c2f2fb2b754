/** Direction marks, zero-width characters and soft hyphens. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
/** White space other than a single space. */
const SPACE_RUN = / \s+|[^\S ]\s*/g
/** Matches any text but ASCII words separated by single spaces. */
const UNFOLDED = /[^ -~]| {2}|^ | $/

/**
 * Text as a reader sees it: without invisible characters, with each run of
 * Unicode white space (NBSP, U+202F ...) folded to one space, trimmed.
 */
export function foldSpace(text: string): string {
  if (!UNFOLDED.test(text)) return text
  return text.replace(INVISIBLE, '').replace(SPACE_RUN, ' ').trim()
}

/** Folds each line of a text; removes blank lines. */
export function foldLines(text: string): string {
  return text
    .split('\n')
    .map(foldSpace)
    .filter((line) => line !== '')
    .join('\n')
}
