import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApi } from '../../adapters/http/openapi/open-api.ts'
import { operations as table } from '../../adapters/http/operations.ts'

/** The OpenAPI document of the service. */
export const document = openApi(table, { serverUrl: 'https://shelfmark.example' })
/** Its operations. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => Object.assign({ path, method }, operation)),
)
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

const validators = new Map<string, ValidateFunction>()

/** Errors of a value against a schema of the document. */
export function findFaults(schema: object, value: unknown): string {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validate)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

export interface DocumentNode {
  readonly at: string
  readonly node: Readonly<Record<string, unknown>>
}

/** Every object of the document. Order: the document's. */
export function* walk(value: unknown, at = '#'): Generator<DocumentNode> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { at, node: value as DocumentNode['node'] }
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'examples' && key !== 'example') yield* walk(child, `${at}/${key.replaceAll('/', '~1')}`)
  }
}
