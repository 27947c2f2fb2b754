import type { ByteStream } from './byte-stream.ts'

/** Reads a stream of bytes in parts whose sizes the bytes themselves say. Each byte is copied a constant number of times. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  /** Bytes that were received and not read. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: ByteStream) {
    this.#pieces = source[Symbol.asyncIterator]()
  }

  /** The next bytes, which stay unread: at least `size`, if the stream has them. */
  async peek(size: number): Promise<Buffer> {
    const received = this.#rest.length === 0 ? [] : [this.#rest]
    let length = this.#rest.length
    // After an error of the stream, there is nothing left to read.
    this.#rest = Buffer.alloc(0)
    while (length < size) {
      const { value, done } = await this.#pieces.next()
      if (done === true) break
      received.push(Buffer.from(value.buffer, value.byteOffset, value.length))
      length += value.length
    }
    const [only] = received
    this.#rest = only !== undefined && received.length === 1 ? only : Buffer.concat(received)
    return this.#rest
  }

  /** Reads bytes that were peeked at. */
  skip(size: number): void {
    this.#rest = this.#rest.subarray(size)
  }

  /** The next `size` bytes, or those that are left. What the caller does not read stays unread. */
  async *read(size: number): AsyncGenerator<Uint8Array, void> {
    for (let left = size; left > 0;) {
      const bytes = (await this.peek(1)).subarray(0, left)
      if (bytes.length === 0) return
      this.skip(bytes.length)
      left -= bytes.length
      yield bytes
    }
  }

  /** Closes the stream. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}
