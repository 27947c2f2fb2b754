import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Forwards connections to a server on this machine, and can disturb them. */
export class TcpProxy {
  private readonly server = createServer((socket) => this.join(socket))
  /** Port of the server that new connections are forwarded to. */
  target: number
  private readonly sockets = new Set<Socket>()
  private isDeaf = false

  private constructor(target: number) {
    this.target = target
  }

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    proxy.server.listen(0, '127.0.0.1')
    await once(proxy.server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** Forwards nothing more on open connections, and does not close them, as when a cable is cut. */
  silence(): void {
    for (const socket of this.sockets) {
      socket.unpipe()
      socket.pause()
    }
  }

  /** Whether answers of the server are dropped. */
  set deaf(isDeaf: boolean) {
    this.isDeaf = isDeaf
  }

  /** Closes open connections. New ones are accepted. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  end(): void {
    this.server.close()
    this.cut()
  }

  private join(client: Socket): void {
    const server = connect(this.target, '127.0.0.1')
    client.pipe(server)
    server.on('data', (data) => {
      if (!this.isDeaf) client.write(data)
    })
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
