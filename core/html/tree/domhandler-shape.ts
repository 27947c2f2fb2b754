/*
 * Properties of domhandler's nodes that extraction does not need. They let
 * css-select, domutils and cheerio read the tree.
 */

interface LinkedNode {
  readonly parent: LinkedNode | null
  readonly prev: LinkedNode | null
  readonly next: LinkedNode | null
  /** Undefined for a node that cannot have children. */
  readonly firstChild?: LinkedNode | null
}

/** The nodes from `first` to the last sibling, in a new array. */
export function listSiblings<N extends { readonly next: N | null }>(first: N | null): N[] {
  const siblings: N[] = []
  for (let node = first; node !== null; node = node.next) siblings.push(node)
  return siblings
}

/**
 * Gives all containers of a tree their children as a property of their own:
 * domhandler's libraries recognize a container by this property.
 */
function fillChildren(root: LinkedNode): void {
  const rest = [root]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.firstChild === undefined) continue
    const children = listSiblings(node.firstChild)
    Object.defineProperty(node, 'children', { value: children, configurable: true, enumerable: true, writable: true })
    for (const child of children) rest.push(child)
  }
}

/** `children` of a document, which fills the whole tree when it is first read. All documents share it, so that they have one shape. */
export const CHILDREN_OF_TREE: PropertyDescriptor & ThisType<LinkedNode & { readonly children: unknown }> = {
  configurable: true,
  enumerable: true,
  get() {
    fillChildren(this)
    return this.children
  },
}

/** The names of the DOM for the links to other nodes. */
export const LINKS: PropertyDescriptorMap & ThisType<LinkedNode> = {
  parentNode: {
    get() {
      return this.parent
    },
  },
  previousSibling: {
    get() {
      return this.prev
    },
  },
  nextSibling: {
    get() {
      return this.next
    },
  },
}

/** Text that domhandler has as the data of a document type. */
export function printDoctype(name: string, publicId: string, systemId: string): string {
  let data = '!DOCTYPE '
  if (name) data += name
  if (publicId) data += ` PUBLIC ${quoteId(publicId)}`
  else if (systemId) data += ' SYSTEM'
  if (systemId) data += ` ${quoteId(systemId)}`
  return data
}

function quoteId(id: string): string {
  const quote = id.includes('"') ? "'" : '"'
  return quote + id + quote
}
