import type { Page } from '../../../../core/index.ts'

type Element = Page['elements']['all'][number]
type Node = Page['document']['childNodes'][number]

/** Markup of an element is cut after so much. Unit: characters. */
const MAX_MARKUP = 600

const PLAIN_ID = /^[a-z][\w-]*$/i

/** A selector of the element alone: from the nearest element with an id, child by child. */
export function pathOf(element: Element): string {
  const steps: string[] = []
  for (let own: Element | null = element; own !== null; own = parentOf(own)) {
    const { id } = own.attributeList
    if (id !== undefined && id !== null && PLAIN_ID.test(id)) {
      steps.unshift(`#${id}`)
      break
    }
    const position = siblingsBefore(own) + 1
    steps.unshift(parentOf(own) === null ? own.name : `${own.name}:nth-child(${position})`)
  }
  return steps.join(' > ')
}

function parentOf({ parent }: Element): Element | null {
  return parent !== null && parent.type !== 'root' ? parent : null
}

function siblingsBefore(element: Element): number {
  let count = 0
  for (let node = element.prev; node !== null; node = node.prev) if ('attributeList' in node) count++
  return count
}

/** Markup of an element with what is in it, cut. */
export function printMarkup(element: Element): string {
  let markup = ''
  const print = (node: Node): void => {
    if (markup.length > MAX_MARKUP) return
    if (node.type === 'text') markup += node.data
    else if ('attributeList' in node) {
      const attributes = node.attributes.map(({ name, value }) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
      markup += `<${node.name}${attributes.join('')}>`
      for (const child of node.childNodes) print(child)
      markup += `</${node.name}>`
    }
  }
  print(element)
  return markup.length > MAX_MARKUP ? `${markup.slice(0, MAX_MARKUP)}…` : markup
}
