import { AttributeAction, type AttributeSelector } from 'css-what'
import { includesClass } from '../html/tokenize/classes.ts'
import type { Element, ParentNode } from '../html/tree/node.ts'
import { remember } from '../html/tree/remember.ts'

/** Whether an element matches. A relative selector (`> li`) starts from `scope`. */
export type Matcher = (element: Element, scope: ParentNode | null) => boolean

/**
 * Attributes whose values HTML compares case-insensitively.
 *
 * @see https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors
 */
const CASE_INSENSITIVE: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir ' +
    'direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref ' +
    'noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
)

/** Whether a selector requires an attribute to have exactly its value. */
export function isExact(selector: AttributeSelector): boolean {
  return selector.action === AttributeAction.Equals && !ignoresCase(selector)
}

/** `#id` and `.class` are case-sensitive, even in quirks mode. */
function ignoresCase({ name, ignoreCase }: AttributeSelector): boolean {
  return ignoreCase === true || (ignoreCase === null && CASE_INSENSITIVE.has(name))
}

/** Compiles `#id`, `.class` and `[attribute]` of every kind. */
export function compileAttribute(selector: AttributeSelector): Matcher {
  const { name, action, value } = selector
  if (selector.ignoreCase === 'quirks') {
    return name === 'id'
      ? (element) => element.attributeList.id === value
      : (element) => includesClass(element.attributeList.classNames, value)
  }
  if (action === AttributeAction.Exists) return (element) => element.attributeList.has(name)

  const ignoreCase = ignoresCase(selector)
  const compare = compileTest(action, ignoreCase ? value.toLowerCase() : value)
  const test = (actual: string | undefined): boolean => compare(ignoreCase ? actual?.toLowerCase() : actual)
  const testLong = remember((element) => test(element.attributeList.get(name)))
  return (element) => {
    const actual = element.attributeList.get(name)
    return actual === undefined || actual.length <= MAX_SHORT_VALUE ? test(actual) : testLong(element)
  }
}

/**
 * A longer value is tested once per element, and the answer is cached: a search tests an ancestor for each of its descendants.
 *
 * Unit: characters.
 */
const MAX_SHORT_VALUE = 1000

const WHITESPACE = /\s/

function compileTest(action: AttributeAction, value: string): (actual: string | undefined) => boolean {
  const canMatch = value !== ''
  switch (action) {
    case AttributeAction.Equals:
      return (actual) => actual === value
    case AttributeAction.Not:
      return (actual) => actual !== value
    case AttributeAction.Start:
      return (actual) => canMatch && actual !== undefined && actual.startsWith(value)
    case AttributeAction.End:
      return (actual) => canMatch && actual !== undefined && actual.endsWith(value)
    case AttributeAction.Any:
      return (actual) => canMatch && actual !== undefined && actual.includes(value)
    case AttributeAction.Hyphen:
      return (actual) => actual !== undefined && (actual === value || actual.startsWith(`${value}-`))
    case AttributeAction.Element:
      return (actual) => canMatch && actual !== undefined && actual.split(WHITESPACE).includes(value)
    case AttributeAction.Exists:
      return (actual) => actual !== undefined
  }
}
