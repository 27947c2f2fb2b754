import type { Socket } from 'node:net'

/** Time for a client to read its answer and to close its end. Unit: ms. */
const LINGER_MS = 2000

/**
 * Makes a connection end in two steps: it sends its last answer and says that no more follows, then
 * discards what still arrives until the client has closed its end. Node would close at once. The
 * operating system then answers bytes that nobody has read with a reset, and a client that still sends
 * a body loses the answer that says why it was refused.
 *
 * Node ends a connection after its last answer with `destroySoon`.
 */
export function endGently(socket: Socket, lingerMs = LINGER_MS): void {
  socket.destroySoon = () => {
    socket.end()
    // Node's parser must not take what arrives for another request.
    socket.removeAllListeners('data')
    socket.on('data', () => undefined)
    socket.on('error', () => socket.destroy())
    // Node stops reading while nobody takes the body. An empty chunk ends the read that it waits for.
    socket.push('')
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}
