import type { H3Event, HTTPResponse } from 'h3'
import { MissingPackageError } from '../../load-packages.ts'
import type { Column } from '../../pages/table/column.ts'
import { toCsvText, toParquetFile } from '../../pages/table/in-memory.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { TABLE_TYPES } from '../openapi/responses.ts'
import { choosesType } from '../route/accept.ts'
import { FREE, jsonAnswer, LINES_TYPE, textAnswer, refuseParam } from '../route/answers.ts'
import { choice } from '../route/query.ts'
import { varyBy } from '../route/vary.ts'
import { readInTurn } from '../route/read-in-turn.ts'
import type { Service } from '../route/deps.ts'
import type { Caller } from '../../store/keys.ts'

const FORMATS = ['json', 'csv', 'jsonl', 'parquet'] as const
export type TableFormat = (typeof FORMATS)[number]

/** The parameter in the description. */
export const tableFormatParameter: ParameterObject = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'Wins over `Accept`, which can ask for the same: JSON, CSV, a line of JSON for each row, or Parquet.',
  schema: { type: 'string', enum: [...FORMATS] },
}

/** Rule of the parameter. */
export const TABLE_FORMAT = choice(FORMATS)

/** The format that a client asks for with `Accept`. */
function chooseTableFormat(event: H3Event): TableFormat {
  varyBy(event, 'Accept')
  const accepted = event.req.headers.get('accept')
  const isChosen = (type: string): boolean => choosesType(accepted, type, 'application/json')
  if (isChosen(TABLE_TYPES.parquet)) return 'parquet'
  if (isChosen(TABLE_TYPES.csv)) return 'csv'
  return isChosen('application/x-ndjson') ? 'jsonl' : 'json'
}

interface Table {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly columns: readonly Column[]
}

/** An answer that is also a table. */
interface TableAnswer {
  readonly json: unknown
  /** `from` of the request that reads on. Absent: null, this is all. */
  readonly nextFrom: string | number | null
  readonly table: () => Table
}

/** Answers with what is read when it is the turn of the workspace. `asked`: the parameter; it wins over `Accept`. */
export function answerTable(
  event: H3Event,
  service: Service,
  { workspace }: Caller,
  asked: TableFormat | undefined,
  read: () => Promise<TableAnswer>,
): Promise<HTTPResponse> {
  const format = asked ?? chooseTableFormat(event)
  return readInTurn(event, service, workspace.id, async () => printTable(await read(), format))
}

async function printTable({ json, nextFrom, table }: TableAnswer, format: TableFormat): Promise<HTTPResponse> {
  const headers = nextFrom === null ? FREE : { ...FREE, 'Svc-Next-From': String(nextFrom) }
  if (format === 'json') return jsonAnswer(200, json, headers)
  const { rows, columns } = table()
  if (format === 'jsonl') {
    return textAnswer(200, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), LINES_TYPE, headers)
  }
  if (format === 'csv') return textAnswer(200, toCsvText(columns, rows), `${TABLE_TYPES.csv}; charset=utf-8`, headers)
  try {
    const bytes = await toParquetFile(columns, rows)
    return textAnswer(200, new Uint8Array(bytes), TABLE_TYPES.parquet, headers)
  } catch (error) {
    if (!(error instanceof MissingPackageError)) throw error
    const message = 'can not be parquet: this server does not have the package that writes it'
    return refuseParam('format', message)
  }
}
