import type { ResultFormat } from './result-format.ts'
import { csv } from './csv.ts'
import { jsonLines } from './json-lines.ts'
import { json } from './json.ts'
import { parquet } from './parquet.ts'

/** All formats of results. Order: as help texts and errors list them. */
export const RESULT_FORMATS: readonly ResultFormat[] = [jsonLines, json, csv, parquet]

export { csv, json, jsonLines, parquet }
