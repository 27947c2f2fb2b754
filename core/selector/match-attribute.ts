import { AttributeAction, type AttributeSelector } from 'css-what'
import { html } from 'parse5'
import { includesClass } from '../html/tokenize/classes.ts'
import type { Element, ParentNode } from '../html/tree/node.ts'
import { remember } from '../html/tree/remember.ts'
import { toAsciiLower } from './letter-case.ts'

/** Whether an element matches. A relative selector (`> li`) starts from `scope`. */
export type Matcher = (element: Element, scope: ParentNode | null) => boolean

/** Matches elements of HTML with one matcher, and others, such as those of SVG, with another. */
export function byNamespace(ofHtml: Matcher, ofOthers: Matcher): Matcher {
  return (element, scope) => (element.namespace === html.NS.HTML ? ofHtml : ofOthers)(element, scope)
}

/**
 * Attributes of HTML elements whose values are compared case-insensitively.
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
  return selector.action === AttributeAction.Equals && selector.ignoreCase !== true && !isFolded(selector)
}

/** Whether only elements of HTML ignore the case of the value. `#id` and `.class` are case-sensitive, even in quirks mode. */
function isFolded({ name, action, ignoreCase }: AttributeSelector): boolean {
  return ignoreCase === null && action !== AttributeAction.Exists && CASE_INSENSITIVE.has(toAsciiLower(name))
}

/** Compiles `#id`, `.class` and `[attribute]` of every kind. */
export function compileAttribute(selector: AttributeSelector): Matcher {
  const { name, value } = selector
  if (selector.ignoreCase === 'quirks') {
    return name === 'id'
      ? (element) => element.attributeList.id === value
      : (element) => includesClass(element.attributeList.classNames, value)
  }
  const lower = toAsciiLower(name)
  const ignoresCase = selector.ignoreCase === true
  const ofHtml = compileNamed(selector, lower, ignoresCase || isFolded(selector))
  if (lower === name && !isFolded(selector)) return ofHtml
  return byNamespace(ofHtml, compileNamed(selector, name, ignoresCase))
}

function compileNamed({ action, value }: AttributeSelector, name: string, ignoresCase: boolean): Matcher {
  if (action === AttributeAction.Exists) return (element) => element.attributeList.has(name)
  const compare = compileTest(action, ignoresCase ? toAsciiLower(value) : value)
  const fold = (actual: string | undefined): string | undefined =>
    actual === undefined ? undefined : toAsciiLower(actual)
  const test = ignoresCase ? (actual: string | undefined): boolean => compare(fold(actual)) : compare
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

/** That of HTML: a no-break space separates no words. */
const WHITESPACE = /[\t\n\f\r ]/

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
