/** Attributes by name, in their order. */
type Attributes = Readonly<Record<string, string | undefined>>

/** A node in domhandler's shape, of any tree. */
interface DumpableNode {
  readonly type: string
  readonly name?: string
  readonly data?: string
  readonly namespace?: string
  readonly attribs?: Attributes
  readonly children?: readonly DumpableNode[]
  readonly 'x-mode'?: string
  readonly 'x-publicId'?: string
  readonly 'x-systemId'?: string
  readonly 'x-attribsNamespace'?: Attributes
  readonly 'x-attribsPrefix'?: Attributes
}

/** First line at which the dumps of two trees differ, with both sides. Absent: null, they are equal. */
export function findTreeDifference(actual: unknown, expected: unknown): string | null {
  // Dumps cost several times as much as the trees.
  if (isSameTree(actual as DumpableNode, expected as DumpableNode)) return null
  return findDifference(dumpTree(actual), dumpTree(expected))
}

/** Whether two trees surely have the same dump. */
function isSameTree(actual: DumpableNode, expected: DumpableNode): boolean {
  const stack: [DumpableNode, DumpableNode][] = [[actual, expected]]
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [own, other] = pair
    const [children, others] = [own.children ?? [], other.children ?? []]
    if (!isSameNode(own, other) || children.length !== others.length) return false
    for (const [index, child] of children.entries()) stack.push([child, others[index] as DumpableNode])
  }
  return true
}

function isSameNode(own: DumpableNode, other: DumpableNode): boolean {
  return (
    own.type === other.type &&
    own.name === other.name &&
    own.data === other.data &&
    own.namespace === other.namespace &&
    own['x-mode'] === other['x-mode'] &&
    own['x-publicId'] === other['x-publicId'] &&
    own['x-systemId'] === other['x-systemId'] &&
    isSame(own.attribs, other.attribs) &&
    isSame(own['x-attribsNamespace'], other['x-attribsNamespace']) &&
    isSame(own['x-attribsPrefix'], other['x-attribsPrefix'])
  )
}

/** Whether the same names have the same values, in the same order. */
function isSame(own: Attributes = {}, other: Attributes = {}): boolean {
  const [names, others] = [Object.keys(own), Object.keys(other)]
  return names.length === others.length && names.every((name, at) => name === others[at] && own[name] === other[name])
}

/** One line for each node, with all its properties: two trees are equal if their dumps are. */
function dumpTree(root: unknown): string[] {
  const lines: string[] = []
  const stack: [DumpableNode, number][] = [[root as DumpableNode, 0]]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const [node, depth] = entry
    lines.push(`${depth} ${describe(node)}`)
    const children = node.children ?? []
    for (let i = children.length - 1; i >= 0; i--) stack.push([children[i] as DumpableNode, depth + 1])
  }
  return lines
}

function describe(node: DumpableNode): string {
  switch (node.type) {
    case 'root':
      return `root ${node['x-mode']}`
    case 'text':
    case 'comment':
      return `${node.type} ${JSON.stringify(node.data)}`
    case 'directive':
      return `${node.name} ${node.data} ${node['x-publicId']} ${node['x-systemId']}`
    default: {
      const attributes = Object.entries(node.attribs ?? {}).map(([name, value]) => {
        const namespace = node['x-attribsNamespace']?.[name] ?? ''
        const prefix = node['x-attribsPrefix']?.[name] ?? ''
        return `${namespace}|${prefix}|${name}=${JSON.stringify(value)}`
      })
      return `${node.type} ${node.namespace} ${node.name} ${attributes.join(' ')}`
    }
  }
}

/** First line at which two dumps differ, with both sides; null when they are equal. */
function findDifference(actual: readonly string[], expected: readonly string[]): string | null {
  const length = Math.max(actual.length, expected.length)
  for (let i = 0; i < length; i++) {
    if (actual[i] !== expected[i]) {
      return `line ${i}\n  actual:   ${actual[i]?.slice(0, 300)}\n  expected: ${expected[i]?.slice(0, 300)}`
    }
  }
  return null
}
