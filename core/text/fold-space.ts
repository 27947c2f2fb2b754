/** Direction marks, zero-width characters and soft hyphens: nobody sees them. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
/** White space that is more, or other, than one blank. */
const SPACE_RUN = / \s+|[^\S ]\s*/g
/** Anything but ASCII words with one space between them. */
const UNFOLDED = /[^ -~]| {2}|^ | $/

/**
 * Text as a reader sees it: invisible characters removed, every run of white
 * space (all of Unicode's: NBSP, U+202F ...) folded to one space, trimmed.
 */
export function foldSpace(text: string): string {
  if (!UNFOLDED.test(text)) return text
  return text.replace(INVISIBLE, '').replace(SPACE_RUN, ' ').trim()
}

/** The same line by line; blank lines are dropped. */
export function foldLines(text: string): string {
  return text
    .split('\n')
    .map(foldSpace)
    .filter((line) => line !== '')
    .join('\n')
}
