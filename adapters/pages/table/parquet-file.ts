import { ByteWriter, fileWriter, ParquetWriter, type ColumnSource } from 'hyparquet-writer'
import { extractorVersion } from '../../package-version.ts'
import type { Cell, CellType, Column } from './column.ts'

/** Rows are held until a group has either. Unit of the second: characters of text. */
const GROUP_ROWS = 10_000
const GROUP_CHARACTERS = 16 * 1024 * 1024

type Element = ParquetWriter['schema'][number]

const TEXT: Partial<Element> = { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
const ELEMENTS: Readonly<Record<CellType, Partial<Element>>> = {
  text: TEXT,
  json: TEXT,
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
}

/** Writes a Parquet file in groups of rows. */
export class ParquetFile {
  private readonly columns: readonly Column[]
  private readonly writer: ParquetWriter
  private cells: (Cell | bigint)[][]
  private rows = 0
  private characters = 0

  /** `target`: path of the file, or where its bytes are collected. Throws: the errors of `node:fs`. */
  constructor(target: string | ByteWriter, columns: readonly Column[]) {
    this.columns = columns
    this.cells = columns.map(() => [])
    const elements = columns.map(({ name, type }): Element => {
      return { name, repetition_type: 'OPTIONAL', ...ELEMENTS[type] }
    })
    const schema = [{ name: 'root', num_children: elements.length }, ...elements]
    const writer = typeof target === 'string' ? fileWriter(target) : target
    this.writer = new ParquetWriter({ writer, schema, createdBy: extractorVersion })
  }

  write(cells: readonly Cell[]): void {
    for (const [index, { type }] of this.columns.entries()) {
      const cell = cells[index] ?? null
      this.cells[index]?.push(type === 'integer' && typeof cell === 'number' ? BigInt(cell) : cell)
      if (typeof cell === 'string') this.characters += cell.length
    }
    this.rows++
    if (this.rows >= GROUP_ROWS || this.characters >= GROUP_CHARACTERS) this.writeGroup()
  }

  /** Writes what is left, and the end of the file, without which nothing of it can be read. */
  end(): void {
    if (this.rows > 0) this.writeGroup()
    void this.writer.finish()
  }

  private writeGroup(): void {
    const columnData = this.columns.map(({ name }, index): ColumnSource => ({ name, data: this.cells[index] ?? [] }))
    void this.writer.write({ columnData, rowGroupSize: this.rows })
    this.cells = this.columns.map(() => [])
    this.rows = 0
    this.characters = 0
  }
}

/** The bytes of a file with these rows. */
export function toParquetBytes(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const bytes = new ByteWriter()
  const file = new ParquetFile(bytes, columns)
  for (const row of rows) file.write(row)
  file.end()
  return bytes.getBytes()
}
