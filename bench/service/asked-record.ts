import { endpointOf, recordEndpoint } from '../../core/contract/index.ts'
import { DEFAULT_RECORD } from '../../core/index.ts'

/** The record that the benches of the service ask for. */
export const ASKED_RECORD = DEFAULT_RECORD.name

/** Where one is asked for. */
export const ASKED_PATH = recordEndpoint(ASKED_RECORD).path

/** The endpoint of a batch of them. */
export const ASKED_ENDPOINT = endpointOf(ASKED_RECORD)
