/**
 * Replaces a part of a document that a program writes: the lines between `<!-- NAME -->` and `<!-- end of NAME -->`.
 *
 * Throws: an `Error` when the document has no such marks.
 */
export function replaceBlock(document: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [from, to] = [document.indexOf(start), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no lines ${start} and ${end}.`)
  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`
}
