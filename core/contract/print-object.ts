/** A member of an object: its name, and its value as JSON. */
export type Member = readonly [name: string, json: string]

type Plain = string | number | boolean | null | undefined | Readonly<Record<string, string | null>>

/** The members of an object with plain values. JSON leaves out those that are undefined. */
export function membersOf(values: Readonly<Record<string, Plain>>): Member[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value)] as const],
  )
}

/** Members as they are inside the braces of an object. */
export function printMembers(members: readonly Member[]): string {
  return members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')
}

/** An object as JSON. Values that are JSON already are not parsed: a record of 30 kB is only copied. */
export function printObject(members: readonly Member[]): string {
  return `{${printMembers(members)}}`
}
