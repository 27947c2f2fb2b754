import type { Element } from '../html/tree/node.ts'
import type { ReadMode } from '../selector/selector.ts'
import { clipText } from '../text/clip.ts'
import { foldSpace } from '../text/fold-space.ts'
import { readOwnText, type PageText } from '../text/page-text.ts'

/** The text that a selector with this mode reads from an element; with `isSpoken`, else its text for screen readers. */
export function readElement(element: Element, mode: ReadMode, text: PageText, isSpoken = false): string {
  switch (mode.kind) {
    case 'text':
      return text.read(element) || (isSpoken ? text.read(element, { isSpoken }) : '')
    case 'own-text':
      return readOwnText(element)
    case 'attribute':
      return foldSpace(clipText(element.attributeList.get(mode.name) ?? ''))
  }
}
