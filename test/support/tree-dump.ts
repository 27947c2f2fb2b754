/** A node in domhandler's shape, of any tree. */
interface DumpableNode {
  readonly type: string
  readonly name?: string
  readonly data?: string
  readonly namespace?: string
  readonly attribs?: Record<string, string>
  readonly children?: readonly DumpableNode[]
  readonly 'x-mode'?: string
  readonly 'x-publicId'?: string
  readonly 'x-systemId'?: string
  readonly 'x-attribsNamespace'?: Record<string, string | undefined>
  readonly 'x-attribsPrefix'?: Record<string, string | undefined>
}

/** One line for each node, with all its properties: two trees are equal if their dumps are. */
export function dumpTree(root: unknown): string[] {
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
export function findDifference(actual: readonly string[], expected: readonly string[]): string | null {
  const length = Math.max(actual.length, expected.length)
  for (let i = 0; i < length; i++) {
    if (actual[i] !== expected[i]) {
      return `line ${i}\n  actual:   ${actual[i]?.slice(0, 300)}\n  expected: ${expected[i]?.slice(0, 300)}`
    }
  }
  return null
}
