import type { H3Event, HTTPResponse } from 'h3'
import { describeChoice } from '../../../core/error/similar.ts'
import { FORMAT_PARAM } from '../../../core/contract/index.ts'
import type { RecordName } from '../../../core/index.ts'
import { RECORD_FORMATS, type RecordFormat } from '../../pages/table/print-record.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { lazyExample, type Examples } from '../openapi/examples/lazy-example.ts'
import { choosesType } from '../route/accept.ts'
import { jsonTextAnswer, textAnswer, type HeaderValues } from '../route/answers.ts'
import { varyBy } from '../route/vary.ts'

const OTHERS = Object.keys(RECORD_FORMATS) as RecordFormat[]
const FORMATS = ['json', ...OTHERS] as const
type Format = (typeof FORMATS)[number]

/** The parameter in the description. */
export const formatParameter: ParameterObject = {
  name: FORMAT_PARAM,
  in: 'query',
  required: false,
  description: `Format of the record. \`csv\`: one row, or one for each row of the record, for spreadsheets. \`markdown\`: the fields that have a value, and a table of the rows, for people and language models. An \`Accept\` of ${OTHERS.map((name) => `\`${RECORD_FORMATS[name].type}\``).join(' or ')} asks for the same. Errors are JSON, and an earlier answer is given again in any format.`,
  schema: { type: 'string', enum: [...FORMATS], default: FORMATS[0] },
}

/** Examples of the answer in the other formats, by media type. */
export function formatExamples(name: RecordName, examples: Examples): Readonly<Record<string, Examples>> {
  const shown = (print: (typeof RECORD_FORMATS)[RecordFormat]['print']): Examples =>
    Object.fromEntries(
      Object.entries(examples).map(([key, example]) => {
        return [key, lazyExample(example.summary, () => print(name, JSON.stringify(example.value), null))]
      }),
    )
  return Object.fromEntries(Object.values(RECORD_FORMATS).map(({ type, print }) => [type, shown(print)]))
}

/** The format that a request asks for: by the parameter, else by the header `Accept`. */
function readFormat({ url, req }: H3Event): Format {
  const named = FORMATS.find((name) => name === url.searchParams.get(FORMAT_PARAM))
  if (named !== undefined) return named
  const accepted = req.headers.get('accept')
  return OTHERS.find((name) => choosesType(accepted, RECORD_FORMATS[name].type, 'application/json')) ?? FORMATS[0]
}

/** What is wrong with the parameter. Empty: nothing, or it is not there. */
export function findFormatMistakes({ url }: H3Event): { readonly param: string; readonly message: string }[] {
  const given = url.searchParams.getAll(FORMAT_PARAM)
  if (new Set(given).size > 1) {
    return [{ param: FORMAT_PARAM, message: 'must not be passed twice with different values' }]
  }
  const unknown = given.find((value) => !FORMATS.some((name) => name === value))
  return unknown === undefined ? [] : [{ param: FORMAT_PARAM, message: describeChoice(unknown, FORMATS) }]
}

/** What a record answers, and what it was asked for. */
interface PrintedRecord {
  readonly name: RecordName
  readonly json: string
  /** Fields that were asked for. Absent: null, all. */
  readonly fields: readonly string[] | null
}

/** The answer with a record, in the format that the request asks for. */
export function answerRecord(
  event: H3Event,
  { name, json, fields }: PrintedRecord,
  headers: HeaderValues,
): HTTPResponse {
  varyBy(event, 'Accept')
  const format = readFormat(event)
  if (format === 'json') return jsonTextAnswer(200, json, headers)
  const { type, print } = RECORD_FORMATS[format]
  return textAnswer(200, print(name, json, fields), `${type}; charset=utf-8`, headers)
}
