import type { Socket } from 'node:net'
import type { H3 } from 'h3'
import { errorBody } from '../../core/contract/index.ts'
import { NO_REQUEST, refuseSocket } from './raw-refusal.ts'
import { because } from './route/answers.ts'

interface ClientError extends NodeJS.ErrnoException {
  /** What arrived last, with the request in it. */
  readonly rawPacket?: Buffer
  /** Bytes of it before the mistake. */
  readonly bytesParsed?: number
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
  const chosenId = findChosenId(error)
  if (path !== null) void refuseMethod(path, socket, app, chosenId)
  else {
    const body = error.code === 'HPE_HEADER_OVERFLOW' ? errorBody('payload_too_large') : NO_REQUEST
    refuseSocket(socket, body, { chosenId })
  }
}

const END_OF_HEAD = '\r\n\r\n'
const ID_LINE = /^x-request-id:[ \t]*(.*?)[ \t]*$/gim

/** `X-Request-Id` of the request with the mistake: what arrived with it can hold an earlier one. Absent: undefined, it has none or several. */
function findChosenId({ rawPacket, bytesParsed = 0 }: ClientError): string | undefined {
  const text = rawPacket?.toString('latin1') ?? ''
  const earlier = text.lastIndexOf(END_OF_HEAD, bytesParsed - END_OF_HEAD.length)
  const start = earlier === -1 ? 0 : earlier + END_OF_HEAD.length
  const [head = ''] = text.slice(start).split(END_OF_HEAD, 1)
  const [found, ...more] = head.matchAll(ID_LINE)
  return more.length === 0 ? found?.[1] : undefined
}

/** The first line of a request, with any method: Node reads only those that it knows. */
const REQUEST_LINE = /^[!#$%&'*+.^`|~\w-]{1,64} (\/\S{0,8000}) HTTP\/1\.[01]\r\n/

function findPath(packet: Buffer | undefined): string | null {
  return REQUEST_LINE.exec(packet?.toString('latin1') ?? '')?.[1] ?? null
}

/** Answers a method that Node does not know: the app says which methods the path has, or that there is no such path. */
async function refuseMethod(path: string, socket: Socket, app: H3, chosenId: string | undefined): Promise<void> {
  const { headers } = await app.request(`http://localhost${path}`, { method: 'OPTIONS' })
  if (!socket.writable) return
  const Allow = headers.get('allow')
  if (Allow === null) refuseSocket(socket, errorBody('not_found'), { chosenId, headers: because('unknown_path') })
  else refuseSocket(socket, errorBody('method_not_allowed'), { chosenId, headers: { Allow } })
}
