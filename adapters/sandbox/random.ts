/**
 * Numbers that look random and are the same for the same seed, on every machine
 * and for ever: `Math.random` and the engine's own generators promise neither.
 */
export class Random {
  private state: number
  private readonly seed: string

  constructor(seed: string) {
    this.seed = seed
    this.state = hashText(seed)
  }

  /** Numbers of their own for a part, so that a change elsewhere leaves them as they are. */
  fork(part: string): Random {
    return new Random(`${this.seed}/${part}`)
  }

  /** From 0 to below 1. */
  next(): number {
    // Mulberry32.
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** Whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('There is nothing to pick from')
    return list[this.int(0, list.length - 1)] as T
  }

  /** Some of a list, none twice, in the order of the list. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = list.map((_, index) => index)
    const picked = new Set<number>()
    while (picked.size < count && rest.length > 0) picked.add(rest.splice(this.int(0, rest.length - 1), 1)[0] as number)
    return list.filter((_, index) => picked.has(index))
  }

  /** Characters from an alphabet. */
  text(alphabet: string, length: number): string {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet[this.int(0, alphabet.length - 1)] as string
    return text
  }
}

/** FNV-1a, mixed once more because near seeds would give near numbers. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}
