import type { FaultKind } from './fault-kind.ts'

/** Faults of a visitor's session with the marketplace, from its first request to its last. */
export const sessionFaultKinds = {
  no_token: { description: 'headers of products have no token for the form that changes the place' },
  no_json: { description: 'the newer address of the change does not exist, status 404' },
  no_form: { description: 'the older address of the change does not exist, status 404' },
  declined: { description: 'the change says that the place is not valid' },
  lies: { description: 'the change says "updated", and the place is dropped' },
  lost: { description: 'the place is lost after some pages', amount: { unit: 'pages', from: 0, to: 1000 } },
  no_reviews: { description: 'product pages show no reviews' },
} satisfies Record<string, FaultKind>
