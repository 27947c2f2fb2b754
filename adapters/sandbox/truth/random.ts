/**
 * Random numbers with a seed. The same seed gives the same numbers on every
 * machine and in every version, which `Math.random` does not promise.
 */
export class Random {
  private state: number
  private readonly seed: string

  constructor(seed: string) {
    this.seed = seed
    this.state = hashText(seed)
  }

  /**
   * An independent generator for a part, so that changes elsewhere do not affect
   * its numbers. The name is part of the seed: another name changes the pages.
   */
  fork(part: string): Random {
    return new Random(`${this.seed}/${part}`)
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    // Mulberry32.
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** A whole number, both limits included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('Cannot pick from an empty list')
    return list[this.int(0, list.length - 1)] as T
  }

  /** Different entries of a list, in the order of the list. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = list.map((_, index) => index)
    const picked = new Set<number>()
    while (picked.size < count && rest.length > 0) picked.add(rest.splice(this.int(0, rest.length - 1), 1)[0] as number)
    return list.filter((_, index) => picked.has(index))
  }

  /** A text of characters from an alphabet. */
  text(alphabet: string, length: number): string {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet[this.int(0, alphabet.length - 1)] as string
    return text
  }
}

/** FNV-1a, with an extra mixing step: otherwise similar seeds give similar numbers. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}
