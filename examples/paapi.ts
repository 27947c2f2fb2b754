// Answers GetItems and SearchItems in the shape of PA-API 5, so that a program with a PA-API client goes on without it.
//
// Set the host of the client to this server. Its access key is the key of the service; the signature is not checked, so
// keep the server where only your programs reach it. Clients speak HTTPS: CERT and KEY are files of a certificate that
// they trust. Without them, the server speaks HTTP, for a proxy in front of it.
//
//   SHELFMARK_URL=http://127.0.0.1:8080 CERT=cert.pem KEY=key.pem npx tsx examples/paapi.ts
//
// Resources that the records do not have are left out, as PA-API leaves out what an item lacks: README.md lists them.
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { json } from 'node:stream/consumers'
import type { Card, Product } from 'shelfmark'
import { createClient, isServiceError, type Client } from 'shelfmark/client'

type Json = Readonly<Record<string, unknown>>
/** What is read of a request. The service refuses what is wrong. */
interface Asked {
  readonly Marketplace?: string
  readonly Resources?: readonly string[]
  readonly ItemIds?: readonly string[]
  readonly Keywords?: string
  readonly BrowseNodeId?: string
  readonly ItemPage?: number
  readonly ItemCount?: number
  readonly SortBy?: string
  readonly MinPrice?: number
  readonly MaxPrice?: number
}
type Read<Of> = (record: Of) => unknown

const { SHELFMARK_URL: baseUrl = 'http://127.0.0.1:8080', CERT, KEY, PORT = '9443' } = process.env

const text = (value: string | null): Json | undefined => (value ? { DisplayValue: value } : undefined)
const money = (amount: number | null, currency: string): Json | undefined =>
  amount === null
    ? undefined
    : { Amount: amount, Currency: currency, DisplayAmount: `${currency} ${amount.toFixed(2)}` }
const image = (url: string | null | undefined): Json | undefined => (url ? { URL: url } : undefined)
const CONDITIONS: Readonly<Record<string, string>> = { new: 'New', used: 'Used', refurbished: 'Refurbished' }

/** What a client may name in `Resources`, by its path in an item. `0` is the only entry of a list. */
const ofProduct: Readonly<Record<string, Read<Product>>> = {
  ParentASIN: ({ parent_asin: asin }) => asin,
  'ItemInfo.Title': ({ title }) => text(title),
  'ItemInfo.ByLineInfo': ({ brand, manufacturer }) => ({ Brand: text(brand), Manufacturer: text(manufacturer) }),
  'ItemInfo.Features': ({ bullet_points: points }) =>
    points === '' ? undefined : { DisplayValues: points.split('\n') },
  'ItemInfo.ExternalIds': ({ gtin }) => gtin && { [gtin.length === 12 ? 'UPCs' : 'EANs']: { DisplayValues: [gtin] } },
  'Images.Primary.Large': ({ images }) => image(images[0]),
  'Images.Variants.Large': ({ images }) => images.slice(1).map((url) => ({ Large: image(url) })),
  'BrowseNodeInfo.WebsiteSalesRank': ({ sales_rank: [best] }) =>
    best && { SalesRank: best.rank, DisplayName: best.ladder.at(-1)?.name },
  'CustomerReviews.Count': ({ reviews_count: count }) => count,
  'CustomerReviews.StarRating': ({ rating }) => (rating === null ? undefined : { Value: rating }),
  'Offers.Listings.Price': ({ price, currency }) => money(price, currency),
  'Offers.Listings.SavingBasis': ({ price_strikethrough: before, currency }) => money(before, currency),
  'Offers.Listings.Availability.Message': ({ stock }) => stock,
  'Offers.Listings.Availability.Type': ({ in_stock: sells }) => (sells === true ? 'Now' : undefined),
  'Offers.Listings.Condition': ({ condition }) => condition && { Value: CONDITIONS[condition] ?? 'Any' },
  'Offers.Listings.DeliveryInfo.IsPrimeEligible': ({ is_prime: isPrime }) => isPrime,
  'Offers.Listings.MerchantInfo': ({ featured_merchant: seller }) =>
    seller && { Name: seller.name, Id: seller.seller_id ?? undefined },
}

const ofCard: Readonly<Record<string, Read<Card>>> = {
  'ItemInfo.Title': ({ title }) => text(title),
  'ItemInfo.ByLineInfo': ({ manufacturer }) => ({ Brand: text(manufacturer) }),
  'Images.Primary.Large': (card) => image(card.image),
  'CustomerReviews.Count': ({ reviews_count: count }) => count,
  'CustomerReviews.StarRating': ({ rating }) => (rating === null ? undefined : { Value: rating }),
  'Offers.Listings.Price': ({ price, currency }) => money(price, currency),
  'Offers.Listings.SavingBasis': ({ price_strikethrough: before, currency }) => money(before, currency),
  'Offers.Listings.DeliveryInfo.IsPrimeEligible': ({ is_prime: isPrime }) => isPrime,
}

/** Where a resource is in an item. A product has one listing; its variants of images are a list of their own. */
function toPath(resource: string): (string | number)[] {
  if (resource === 'Images.Variants.Large') return ['Images', 'Variants']
  return resource.split('.').flatMap((part) => (part === 'Listings' ? [part, 0] : [part]))
}

function assign(
  holder: Record<string, unknown>,
  [part = '', ...rest]: readonly (string | number)[],
  value: unknown,
): void {
  if (rest.length === 0) holder[part] = value
  else assign((holder[part] ??= typeof rest[0] === 'number' ? [] : {}) as Record<string, unknown>, rest, value)
}

/** An item with the resources that were asked for, and that its record has. */
function toItem<Of extends Product | Card>(
  record: Of,
  readers: Readonly<Record<string, Read<Of>>>,
  asked: readonly string[],
): Json {
  const item: Record<string, unknown> = { ASIN: record.asin, DetailPageURL: record.url }
  for (const resource of asked) {
    const value = readers[resource]?.(record) ?? undefined
    if (value !== undefined) assign(item, toPath(resource), value)
  }
  return item
}

/** `www.amazon.co.uk` is `co.uk`. */
const domainOf = ({ Marketplace = 'www.amazon.com' }: Asked): string => Marketplace.replace(/^www\.amazon\./, '')

async function getItems(client: Client, asked: Asked): Promise<Json> {
  const { ItemIds = [], Resources = [] } = asked
  const errors: Json[] = []
  const items = await Promise.all(
    ItemIds.slice(0, 10).map(async (query) => {
      try {
        const { data } = await client.product({ query, domain: domainOf(asked) as never })
        return [toItem(data, ofProduct, Resources)]
      } catch (error) {
        if (!isServiceError(error, 'product_not_found') && !isServiceError(error, 'invalid_params')) throw error
        errors.push({ Code: 'ItemNotAccessible', Message: `The ItemId ${query} is not accessible.` })
        return []
      }
    }),
  )
  return { ItemsResult: { Items: items.flat() }, ...(errors.length > 0 && { Errors: errors }) }
}

const SORTS: Readonly<Record<string, string>> = {
  'Price:LowToHigh': 'price_asc',
  'Price:HighToLow': 'price_desc',
  AvgCustomerReviews: 'avg_customer_review',
  NewestArrivals: 'newest',
}

async function searchItems(client: Client, asked: Asked): Promise<Json> {
  const {
    Keywords,
    BrowseNodeId,
    ItemPage = 1,
    ItemCount = 10,
    SortBy = '',
    MinPrice,
    MaxPrice,
    Resources = [],
  } = asked
  const domain = domainOf(asked)
  // PA-API has prices in the smallest unit of the currency: cents, but yen.
  const smallest = domain === 'co.jp' ? 1 : 100
  const query = {
    ...(Keywords !== undefined && { query: Keywords }),
    ...(BrowseNodeId !== undefined && { node: BrowseNodeId }),
    ...(SORTS[SortBy] !== undefined && { sort_by: SORTS[SortBy] }),
    ...(MinPrice !== undefined && { min_price: MinPrice / smallest }),
    ...(MaxPrice !== undefined && { max_price: MaxPrice / smallest }),
    domain,
    start_page: ItemPage,
  }
  const { data, meta } = await client.search(query as never)
  if (data.products.length === 0)
    return { Errors: [{ Code: 'NoResults', Message: 'No results found for your request.' }] }
  const cards = data.products.filter(({ is_sponsored: isSponsored }) => !isSponsored).slice(0, ItemCount)
  const items = cards.map((card) => toItem(card, ofCard, Resources))
  return { SearchResult: { SearchURL: meta.resolvedUrl, Items: items } }
}

const OPERATIONS: Readonly<Record<string, (client: Client, asked: Asked) => Promise<Json>>> = {
  '/paapi5/getitems': getItems,
  '/paapi5/searchitems': searchItems,
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, body: Json): void =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (status: number, Code: string, Message: string): void => reply(status, { Errors: [{ Code, Message }] })
  const operation = OPERATIONS[request.url ?? '']
  const [, key] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? []
  if (operation === undefined) return refuse(404, 'UnknownOperation', 'Only GetItems and SearchItems are answered.')
  if (key === undefined) return refuse(401, 'IncompleteSignature', 'The request names no access key.')
  try {
    reply(200, await operation(createClient({ baseUrl, key }), (await json(request)) as Asked))
  } catch (error) {
    if (isServiceError(error, 'rate_limited')) refuse(429, 'TooManyRequests', error.message)
    else if (isServiceError(error, 'unauthorized'))
      refuse(401, 'UnrecognizedClient', 'The access key is not a key of the service.')
    else if (isServiceError(error, 'invalid_params')) refuse(400, 'InvalidParameterValue', error.message)
    else refuse(500, 'InternalFailure', error instanceof Error ? error.message : String(error))
  }
}

const listener = (request: IncomingMessage, response: ServerResponse): void => void answer(request, response)
const server =
  CERT === undefined || KEY === undefined
    ? createHttpServer(listener)
    : createHttpsServer({ cert: readFileSync(CERT), key: readFileSync(KEY) }, listener)
server.listen(Number(PORT), () => console.log(`listening on ${PORT}`))
