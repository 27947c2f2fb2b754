import type { Socket } from 'node:net'
import type { H3 } from 'h3'
import { errorBody } from '../../core/contract/index.ts'
import { NO_REQUEST, refuseSocket } from './raw-refusal.ts'

interface ClientError extends NodeJS.ErrnoException {
  /** What arrived last, with the request in it. */
  readonly rawPacket?: Buffer
}

/**
 * Answers a request that Node can't read, and does not hand to the app, with an error of the interface.
 *
 * A connection without a byte for too long has no request to answer. Browsers open such ones ahead, and would take
 * what is sent for the answer to the request that they are about to send.
 */
export function answerClientError(error: ClientError, socket: Socket, app: H3): void {
  if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const path = error.code === 'HPE_INVALID_METHOD' ? findPath(error.rawPacket) : null
  if (path !== null) void refuseMethod(path, socket, app)
  else refuseSocket(socket, error.code === 'HPE_HEADER_OVERFLOW' ? errorBody('payload_too_large') : NO_REQUEST)
}

/** The first line of a request, with any method: Node reads only those that it knows. */
const REQUEST_LINE = /^[!#$%&'*+.^`|~\w-]{1,64} (\/\S{0,8000}) HTTP\/1\.[01]\r\n/

function findPath(packet: Buffer | undefined): string | null {
  return REQUEST_LINE.exec(packet?.toString('latin1') ?? '')?.[1] ?? null
}

/** Answers a method that Node does not know: the app says which methods the path has, or that there is no such path. */
async function refuseMethod(path: string, socket: Socket, app: H3): Promise<void> {
  const { headers } = await app.request(`http://localhost${path}`, { method: 'OPTIONS' })
  if (!socket.writable) return
  const Allow = headers.get('allow')
  if (Allow === null) refuseSocket(socket, errorBody('not_found'))
  else refuseSocket(socket, errorBody('method_not_allowed'), { Allow })
}
