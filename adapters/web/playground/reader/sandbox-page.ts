import { simulatedRecords } from '../../../sandbox/server/records.ts'
import type { SandboxPage } from './protocol.ts'

/** A page of the simulated marketplace, made in the browser. Throws: Error, when the record has none. */
export function printSandboxPage({ record, query, domain }: SandboxPage): string {
  const found = simulatedRecords.find(({ name }) => name === record)
  if (found === undefined) throw new Error(`The simulated marketplace has no page of "${record}".`)
  return found.print({ ...found.ask(query).request, domain, weight: 'light' })
}
