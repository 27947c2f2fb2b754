import { toJsonSchema } from '@valibot/to-json-schema'
import { recordSchemas, type RecordSchema } from '../../core/index.ts'
import { pageMarketplaces } from '../../selectors/index.ts'
import { withArticle } from '../with-article.ts'

/** A text that a client can read. */
export interface Resource {
  readonly name: string
  readonly uri: string
  readonly title: string
  readonly mimeType: string
  readonly read: () => string
}

/** Schemas of the records, the meanings of their fields, and the marketplaces. */
export const resources: readonly Resource[] = [
  ...[...recordSchemas].flatMap(([name, schema]): Resource[] => [
    {
      name: `${name}-schema`,
      uri: `shelfmark://schema/${name}`,
      title: `JSON Schema of a ${name}`,
      mimeType: 'application/schema+json',
      read: () => JSON.stringify(toJsonSchema(schema), null, 2),
    },
    {
      name: `${name}-fields`,
      uri: `shelfmark://fields/${name}`,
      title: `Fields of ${withArticle(name)}, with their meanings`,
      mimeType: 'text/plain',
      read: () => listFields(schema),
    },
  ]),
  {
    name: 'marketplaces',
    uri: 'shelfmark://marketplaces',
    title: 'Marketplaces',
    mimeType: 'text/plain',
    read: () =>
      [...pageMarketplaces.values()].map(({ domain, host, currency }) => `${domain}: ${host}, ${currency}`).join('\n'),
  },
]

function listFields(schema: RecordSchema): string {
  return Object.entries(toJsonSchema(schema).properties ?? {})
    .map(([name, property]) => `${name}: ${typeof property === 'object' ? (property.description ?? '') : ''}`)
    .join('\n')
}
