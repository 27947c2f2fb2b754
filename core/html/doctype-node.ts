import type { ChildNode, ParentNode } from './node.ts'

/** The document type of a page, in the shape of domhandler's. */
export class Doctype {
  parent: ParentNode | null = null
  prev: ChildNode | null = null
  next: ChildNode | null = null
  readonly name = '!doctype'
  readonly data: string
  readonly 'x-name': string
  readonly 'x-publicId': string
  readonly 'x-systemId': string

  constructor(name: string, publicId: string, systemId: string) {
    this.data = doctypeContent(name, publicId, systemId)
    this['x-name'] = name
    this['x-publicId'] = publicId
    this['x-systemId'] = systemId
  }

  get type(): 'directive' {
    return 'directive'
  }

  get nodeType(): 1 {
    return 1
  }

  get nodeValue(): string {
    return this.data
  }
}

function doctypeContent(name: string, publicId: string, systemId: string): string {
  let content = '!DOCTYPE '
  if (name) content += name
  if (publicId) content += ` PUBLIC ${quoteId(publicId)}`
  else if (systemId) content += ' SYSTEM'
  if (systemId) content += ` ${quoteId(systemId)}`
  return content
}

function quoteId(id: string): string {
  const quote = id.includes('"') ? "'" : '"'
  return quote + id + quote
}
