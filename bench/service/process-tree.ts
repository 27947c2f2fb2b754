import { readdirSync, readFileSync } from 'node:fs'

/** A process that another one started, or one of its own children did. */
export interface Descendant {
  readonly pid: number
  readonly parent: number
  readonly command: string
  /** Unit: bytes. */
  readonly memoryBytes: number
}

/** All processes below one, on Linux. One that ends meanwhile is left out. */
export function listDescendants(pid: number): readonly Descendant[] {
  const found: Descendant[] = []
  const parents = [pid]
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    for (const child of childrenOf(parent)) {
      const command = read(`/proc/${child}/cmdline`).replaceAll('\0', ' ')
      const resident = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${child}/status`))?.[1] ?? '0'
      found.push({ pid: child, parent, command, memoryBytes: Number(resident) * 1024 })
      parents.push(child)
    }
  }
  return found
}

/** A process that a thread has started is a child of that thread. */
function childrenOf(pid: number): readonly number[] {
  const children = threadsOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`))
  return children.join(' ').split(' ').filter(Boolean).map(Number)
}

/** Empty, for a process that has ended. */
function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Empty, for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
