/** A generator of clients, pinned, and a program that makes five calls with what it generates. */
export interface GeneratedClient {
  /** Its packages: name and version. */
  readonly packages: readonly string[]
  /** Runs the generator on `openapi.json`, in the folder of its packages. */
  readonly command: readonly string[]
  /** Gets the address of the service and a key. Prints what the calls gave, as JSON. */
  readonly program: string
}

/** What every program prints. */
const CALLED = `
const [result] = batch?.results ?? []
if (result?.status === 'error') throw new Error(result.error.error)
if (batch?.endpoint === 'market.offers' && batch.results[0]?.status === 'ok') void batch.results[0].data.offers
const name: string | undefined = title
const count: number | undefined = cards
console.log(JSON.stringify([name, count, id, batches?.map((one) => one.id), batch?.endpoint]))
`

const ITEMS = `[{ query: 'B0SHLFX301', condition: 'new', reference: 'row 7' }]`

export const CLIENTS: Readonly<Record<string, GeneratedClient>> = {
  'openapi-typescript': {
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'],
    command: ['openapi-typescript', 'openapi.json', '--output', 'generated/api.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './generated/api'

const [baseUrl = '', key = ''] = process.argv.slice(2)
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } })
const fields: 'title'[] = ['title']
const title = (await client.GET('/api/v1/market/product', { params: { query: { query: 'B0SHLFX301', fields } } })).data?.title
const search = await client.GET('/api/v1/market/search', { params: { query: { query: 'electric kettle' } } })
const cards = search.data?.products.length
const body = { endpoint: 'market.offers', items: ${ITEMS}, metadata: { order: '7' } } as const
const id = (await client.POST('/api/v1/market/batch', { body: { ...body, items: [...body.items] } })).data?.id ?? ''
const batches = (await client.GET('/api/v1/market/batch', { params: { query: { metadata: ['order:7'] } } })).data?.batches
const batch = (await client.GET('/api/v1/market/batch/{id}', { params: { path: { id } } })).data
${CALLED}
// @ts-expect-error A product has no condition.
void (() => client.POST('/api/v1/market/batch', { body: { endpoint: 'market.product', items: ${ITEMS} } }))
`,
  },
  'hey-api': {
    packages: ['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3'],
    command: ['openapi-ts', '--input', 'openapi.json', '--output', 'generated', '--client', '@hey-api/client-fetch'],
    program: `
import { createBatch, getBatch, getProduct, listBatches, searchProducts } from './generated'
import { client } from './generated/client.gen'

const [baseUrl = '', key = ''] = process.argv.slice(2)
client.setConfig({ baseUrl, auth: key })
const title = (await getProduct({ query: { query: 'B0SHLFX301', fields: ['title'] } })).data?.title
const cards = (await searchProducts({ query: { query: 'electric kettle' } })).data?.products.length
const body = { endpoint: 'market.offers', items: ${ITEMS}, metadata: { order: '7' } } as const
const id = (await createBatch({ body: { ...body, items: [...body.items] } })).data?.id ?? ''
const batches = (await listBatches({ query: { metadata: ['order:7'] } })).data?.batches
const batch = (await getBatch({ path: { id } })).data
${CALLED}
// @ts-expect-error A product has no condition.
void (() => createBatch({ body: { endpoint: 'market.product', items: ${ITEMS} } }))
`,
  },
  orval: {
    packages: ['orval@7.13.2', 'typescript@5.9.3'],
    command: ['orval', '--input', 'openapi.json', '--output', 'generated/api.ts', '--client', 'fetch'],
    program: `
import { createBatch, getBatch, getProduct, listBatches, searchProducts, type Batch } from './generated/api'

const [baseUrl = '', key = ''] = process.argv.slice(2)
const own = globalThis.fetch
globalThis.fetch = (path, init) => {
  const headers = new Headers(init?.headers)
  headers.set('Authorization', \`Bearer \${key}\`)
  return own(new URL(String(path), baseUrl), { ...init, headers })
}
const product = await getProduct({ query: 'B0SHLFX301', fields: ['title'] })
// Answers can be CSV and Markdown, too.
const title = product.status === 200 && typeof product.data !== 'string' ? product.data.title : undefined
const search = await searchProducts({ query: 'electric kettle' })
const cards = search.status === 200 && typeof search.data !== 'string' ? search.data.products.length : undefined
const body = { endpoint: 'market.offers', items: ${ITEMS}, metadata: { order: '7' } } as const
const created = await createBatch({ ...body, items: [...body.items] })
const id = created.status === 201 ? created.data.id : ''
const list = await listBatches({ metadata: ['order:7'] })
const batches = list.status === 200 ? list.data.batches : undefined
const polled = await getBatch(id)
// The answer can be lines too: then orval gives it unread.
const batch = 'stream' in polled ? (JSON.parse(await polled.stream.text()) as Batch) : undefined
${CALLED}
// @ts-expect-error A product has no condition.
void (() => createBatch({ endpoint: 'market.product', items: ${ITEMS} }))
`,
  },
}
