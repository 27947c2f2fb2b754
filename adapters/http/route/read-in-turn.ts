import type { H3Event, HTTPResponse } from 'h3'
import { refuseRate } from './admit.ts'
import type { Service } from './deps.ts'

const READ_LIMIT = 'Too many answers with results are being read at the same time.'
/** Pause for a caller whose reader got no turn. Unit: ms. */
const READ_RETRY_MS = 1000

/** Answer to a reader that got no turn. */
export function refuseRead(event: H3Event, service: Service): HTTPResponse {
  return refuseRate(READ_LIMIT, READ_RETRY_MS, event, service)
}

/** Makes an answer that costs much to read, when it is the turn of its workspace: see `ResultReads`. */
export async function readInTurn(
  event: H3Event,
  service: Service,
  workspaceId: string,
  read: () => Promise<HTTPResponse>,
): Promise<HTTPResponse> {
  const release = await service.resultReads.take(workspaceId)
  if (release === null) return refuseRead(event, service)
  try {
    return await read()
  } finally {
    release()
  }
}
