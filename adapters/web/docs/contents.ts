import type { OpenApiDocument, OperationObject, PathItem } from '../../http/openapi/document.ts'
import { splitText } from './split-text.ts'

/** A part of the page that has an address. */
export interface Entry {
  /** Its part of the address, after `#`. */
  readonly id: string
  /** What it is listed under. */
  readonly group: string
  readonly title: string
  /** Method of an operation. Absent: null, it is something else. */
  readonly method: string | null
  /** Whether it is in the list when nothing is looked for. */
  readonly isListed: boolean
  /** All that it says, in lower case. */
  readonly text: string
}

const RULES = 'for all operations'

/** The entries of the page, in its order. */
export function listEntries({ tags, paths, webhooks, components, info }: OpenApiDocument): readonly Entry[] {
  const calls = Object.entries(paths).flatMap(([path, item]) => listOperations(path, item, components.schemas))
  const { summary, rules, sections } = splitText(info.description)
  return [
    ...tags.flatMap(({ name }) => calls.filter(({ group }) => group === name)),
    ...Object.entries(webhooks).map(([name, { post }]) =>
      entry({ id: `webhook-${name}`, group: 'webhooks', title: name, method: 'POST' }, [
        post.summary,
        post.description,
      ]),
    ),
    entry({ id: 'all-operations', group: RULES, title: 'Rules' }, [summary, rules]),
    ...sections.map(({ id, title, text }) => entry({ id, group: RULES, title }, [text])),
    ...sections.flatMap(({ text }) => listErrors(text)),
    ...Object.entries(components.schemas).map(([name, schema]) =>
      entry({ id: `schema-${name}`, group: 'schemas', title: name }, [JSON.stringify(schema)]),
    ),
  ]
}

/** The entries that have all words of a text. Order: those whose title has them, then the others. An empty text: all that are listed. */
export function findEntries(entries: readonly Entry[], wanted: string): readonly Entry[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.filter(({ isListed }) => isListed)
  const has = (text: string): boolean => words.every((word) => text.includes(word))
  const found = entries.filter(({ text }) => has(text))
  const isNamed = ({ title, id }: Entry): boolean => has(`${title} ${id}`.toLowerCase())
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))]
}

type Named = Pick<Entry, 'id' | 'group' | 'title'> & Partial<Pick<Entry, 'method' | 'isListed'>>

function entry({ id, group, title, method = null, isListed = true }: Named, texts: readonly string[]): Entry {
  return { id, group, title, method, isListed, text: [id, title, ...texts].join(' ').toLowerCase() }
}

type Schemas = OpenApiDocument['components']['schemas']

function listOperations(path: string, item: PathItem, schemas: Schemas): Entry[] {
  return Object.entries(item).map(([method, operation]) => {
    const { operationId: id, tags, summary: title } = operation
    return entry({ id, group: tags[0] ?? '', title, method: method.toUpperCase() }, textsOf(path, operation, schemas))
  })
}

function textsOf(path: string, operation: OperationObject, schemas: Schemas): string[] {
  const { description, parameters, requestBody, responses } = operation
  const body = requestBody === undefined ? '' : JSON.stringify(requestBody)
  return [
    path,
    description,
    body,
    ...namedIn(body, schemas).values(),
    JSON.stringify(responses),
    ...parameters.flatMap((one) => [one.name, one.description]),
  ]
}

/** The schemas that a text refers to, and those that they refer to, by their names. */
function namedIn(text: string, schemas: Schemas, found = new Map<string, string>()): Map<string, string> {
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue
    const schema = JSON.stringify(schemas[name])
    found.set(name, schema)
    namedIn(schema, schemas, found)
  }
  return found
}

/** The codes of a table have addresses of their own. They are too many for the list. */
function listErrors(text: string): Entry[] {
  return [...text.matchAll(/^\| `(\w+)` \| (\d{3}) \| ([^|]+)/gm)].map(([, id = '', status = '', when = '']) =>
    entry({ id, group: 'errors', title: `${status} ${id}`, isListed: false }, [when]),
  )
}
