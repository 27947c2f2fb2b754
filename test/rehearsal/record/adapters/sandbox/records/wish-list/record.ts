import type { PageToPrint, SimulatedRecord } from '../../record/simulated-record.ts'

interface WishListRequest extends PageToPrint {
  readonly query: string
}

const ADDRESS = /^\/hz\/wishlist\/ls\/([A-Z0-9]{10,13})$/
const THINGS = ['Northmoor Kettle', 'Tern Harbor Mugs', 'Brightleaf Loose Paper']

/** The wish lists of the simulated marketplace. */
export const simulatedWishList: SimulatedRecord<'wish_list', WishListRequest> = {
  name: 'wish_list',
  magic: { heading: 'list', answers: [] },
  examples: [{ query: '1SHELFMARK001', domain: 'com', text: 'a wish list' }],
  ask: (query) => ({ request: { query }, faults: '' }),
  findDestination: (path) => {
    const query = ADDRESS.exec(path)?.[1]
    return query === undefined ? null : { request: { query }, faults: '' }
  },
  print: ({ domain, query }) => {
    const things = THINGS.map(
      (title, index) =>
        `<li data-asin="B0SHLFW00${index}"><h2><a href="/dp/B0SHLFW00${index}">${title}</a></h2><span class="a-price"><span class="a-offscreen">$${index + 1}.90</span></span></li>`,
    )
    const address = `https://www.amazon.${domain}/hz/wishlist/ls/${query}`
    return `<!doctype html><html><head><link rel="canonical" href="${address}"></head><body><span id="profile-list-name">List ${query}</span><ul id="g-items">${things.join('')}</ul></body></html>`
  },
}
