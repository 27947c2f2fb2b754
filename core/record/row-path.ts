/** Path of a field of a row: `products[3].price`. */
export type RowPath<List extends string, Field extends string> = `${List}[${number}].${Field}`

/** A path of a row's field in its parts. */
export interface RowPosition {
  /** Field of the record that holds the rows: `products`. */
  readonly list: string
  /** Position of the row, from 0. */
  readonly index: number
  /** Field of the row: `price`. */
  readonly field: string
}

const ROW_PATH = /^(\w+)\[(\d+)\]\.(.+)$/

/** Path of a field of a row. */
export function rowPath<List extends string, Field extends string>(
  list: List,
  index: number,
  field: Field,
): RowPath<List, Field> {
  return `${list}[${index}].${field}`
}

/** The parts of a path of a row's field. Absent: null, the path is of a field of the record itself. */
export function parseRowPath(path: string): RowPosition | null {
  const [, list, index, field] = ROW_PATH.exec(path) ?? []
  return list === undefined || field === undefined ? null : { list, index: Number(index), field }
}

/** Field that a path names, without the row that it is in: `price` for `products[3].price`. */
export function fieldOfPath(path: string): string {
  return parseRowPath(path)?.field ?? path
}

/** An issue or an attempt with its own field, and the one that it contradicts, under other paths. */
export function withPath<
  Entry extends { readonly field: string; readonly against?: { readonly field: string } | undefined },
  Path extends string,
>(entry: Entry, toPath: (field: string) => Path): Entry & { readonly field: Path } {
  const { field, against } = entry
  const moved = { ...entry, field: toPath(field) }
  return against === undefined ? moved : { ...moved, against: { ...against, field: toPath(against.field) } }
}

/** The path of the same field in a later row. */
export function moveRow(path: string, by: number): string {
  const position = parseRowPath(path)
  return position === null ? path : rowPath(position.list, position.index + by, position.field)
}

/** More rows than real pages have. Limits the memory for paths, also on hostile pages. */
const MAX_KEPT_ROWS = 100
const keptPaths = new Map<string, Map<string, readonly string[]>>()

/** Makes the paths of one list. Each is made once, because a new string is much slower as a key of an object. */
export function rowPaths<List extends string>(
  list: List,
): <Field extends string>(index: number, field: Field) => RowPath<List, Field> {
  const ofList = keptPaths.get(list) ?? new Map<string, readonly string[]>()
  keptPaths.set(list, ofList)
  return (index, field) => {
    if (index >= MAX_KEPT_ROWS) return rowPath(list, index, field)
    let paths = ofList.get(field)
    if (paths === undefined) {
      paths = Array.from({ length: MAX_KEPT_ROWS }, (_, position) => rowPath(list, position, field))
      ofList.set(field, paths)
    }
    return paths[index] as RowPath<List, typeof field>
  }
}
