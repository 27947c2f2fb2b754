import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** What a proxy does with the head of a request. */
export type ProxyBehavior = (client: Socket, head: string) => void

/** A forward proxy on this machine. */
export interface ForwardProxy {
  readonly url: string
  readonly port: number
  /** Connections since the start. */
  readonly connections: () => number
  /** Connections that are open. */
  readonly open: () => number
  /** The requests so far. */
  readonly heads: readonly string[]
}

/** Starts a proxy that ends with the test. `behave`: may be changed by `behavior`. */
export async function startProxy(t: TestContext, behave: ProxyBehavior): Promise<ForwardProxy> {
  const sockets = new Set<Socket>()
  const heads: string[] = []
  let connections = 0
  const server = createServer((client) => {
    connections++
    sockets.add(client)
    client.on('error', () => undefined).on('close', () => sockets.delete(client))
    let head = ''
    const read = (piece: Buffer): void => {
      head += piece.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      client.off('data', read)
      heads.push(head)
      behave(client, head)
    }
    client.on('data', read)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, connections: () => connections, open: () => sockets.size, heads }
}

/** Answers, and closes the connection. */
export const answer =
  (text: string): ProxyBehavior =>
  (client) =>
    client.end(text)

export const close: ProxyBehavior = (client) => client.destroy()

/** Answers nothing, and keeps the connection. */
export const hang: ProxyBehavior = () => undefined

/** Leads every tunnel to a port of this machine. */
export const leadTo =
  (port: number): ProxyBehavior =>
  (client) => {
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  }

/** Starts a server that ends with the test, and gives its port. */
export async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  return (server.address() as AddressInfo).port
}
