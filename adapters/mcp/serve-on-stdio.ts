import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Backend } from './backend.ts'
import { createMcpServer } from './create-mcp-server.ts'

/** Longest message that is read. Unit: bytes. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024

/** Standard input and output. */
class OwnTransport extends StdioServerTransport {
  private readonly onEnd: () => void

  constructor(onEnd: () => void) {
    super(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES })
    this.onEnd = onEnd
  }

  override async close(): Promise<void> {
    await super.close()
    this.onEnd()
  }
}

export interface ServedClient {
  readonly close: () => Promise<void>
  /** Resolves when the connection has ended: why, as a sentence. */
  readonly ended: Promise<string>
}

/** Serves one client on standard input and output. `filesIn`: folder whose saved pages it may read. */
export function serveOnStdio(backend: Backend, filesIn: string): ServedClient {
  let problem = 'The client has ended the connection.'
  let end: () => void = () => undefined
  const ended = new Promise<string>((resolve) => (end = () => resolve(problem)))
  const served = serveStdio(() => createMcpServer({ backend, filesIn }), {
    transport: new OwnTransport(() => end()),
    onerror: ({ message }) => {
      problem = `The connection has ended: ${message}.`
    },
  })
  return { close: () => served.close(), ended }
}
