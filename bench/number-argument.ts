/**
 * The number that a bench was given at a position, from 0.
 *
 * Absent: the default.
 * Throws: an `Error` when it is not a number, such as a part of the bench that is misspelled.
 */
export function numberArgument(position: number, name: string, byDefault: number): number {
  const given = process.argv[2 + position] ?? byDefault
  const number = Number(given)
  if (!Number.isFinite(number)) throw new Error(`${name}: "${given}" is not a number. See npm run bench -- --help.`)
  return number
}
