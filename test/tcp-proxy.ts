import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a client and a server of this machine. */
export class TcpProxy {
  private readonly server = createServer((socket) => this.join(socket))
  private readonly target: number
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

  /** Of the connections there are, nothing is passed on any more, and no end is told: as when a cable is cut. */
  silence(): void {
    for (const socket of this.sockets) {
      socket.unpipe()
      socket.pause()
    }
  }

  /** From now on, answers are not passed on. */
  set deaf(isDeaf: boolean) {
    this.isDeaf = isDeaf
  }

  /** Cuts the connections there are; others can be made. */
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
