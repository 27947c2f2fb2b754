/** Not the point of an abbreviation: "Foo Inc.", "Borgo S.p.A.", "Washington, D.C." */
const FULL_STOP_AT_END = /(?<!\b(?:Inc|Ltd|Co|Corp)|\.\p{L})\s*[.。]$/u

/** A name without the full stop of the sentence that ends in it. */
export function cutFullStop(name: string): string {
  return name.replace(FULL_STOP_AT_END, '')
}
