import type { PageToPrint, SimulatedRecord } from '../../record/simulated-record.ts'

interface SellerPageRequest extends PageToPrint {
  readonly query: string
}

/** The pages of sellers of the simulated marketplace. */
export const simulatedSellerPage: SimulatedRecord<'seller_page', SellerPageRequest> = {
  name: 'seller_page',
  magic: { heading: 'seller', answers: [] },
  examples: [{ query: 'A1SHELFMARK01', domain: 'com', text: 'a seller' }],
  ask: (query) => ({ request: { query }, faults: '' }),
  findDestination: (path) => {
    const query = /^\/sp\/(\w+)$/.exec(path)?.[1]
    return query === undefined ? null : { request: { query }, faults: '' }
  },
  print: ({ domain, query }) =>
    `<!doctype html><html><head><link rel="canonical" href="https://www.amazon.${domain}/sp/${query}"></head><body><div id="seller-profile-container" data-seller="${query}"><h1 id="seller-name">Northmoor</h1><span id="business-name">Northmoor Ltd</span></div></body></html>`,
}
