import type { Element } from '../html/tree/node.ts'

/**
 * - `unreadable`: the page shows a value that can't be read.
 * - `missing`: every page should have the field, and this one lacks it.
 * - `not delivered to this place`: the page has no price because the shop does not deliver the product to its place.
 * - `for members only`: the page shows no price for everybody; the value is the price for members.
 * - `left out`: blocks of the page have the marks of a row and are not read as one; the source says why, the text names them.
 * - `results of another search`: the page says that it shows what something else than the request was searched for.
 * - `the page is cut`: of `html`, the page as a whole; the text says how it ends.
 * - `inconsistent`: the value contradicts another one of the record, or can't be one; see `reason` and `against`.
 */
export type Problem = (typeof PROBLEMS)[number]

/** What can be wrong with a field. */
export const PROBLEMS = [
  'unreadable',
  'missing',
  'not delivered to this place',
  'for members only',
  'left out',
  'results of another search',
  'the page is cut',
  'inconsistent',
] as const

/** A field, and what was read as its value. */
interface Statement<Field extends string> {
  readonly field: Field
  /** The selector, or the position in the page's state. */
  readonly source: string
  /** The text that was found there, shortened; of a value that contradicts another, the value. */
  readonly text: string
}

/** Something that a page shows and that could not be read, or that can't be right. */
export interface Issue<Field extends string = string> extends Statement<Field> {
  readonly problem: Problem
  /** Why the value can't be right. Absent: undefined, for all problems but `inconsistent`. */
  readonly reason?: string | undefined
  /** The field that it contradicts. Absent: undefined, it contradicts none. */
  readonly against?: Statement<string> | undefined
}

/** Outcome of one candidate of a field. */
export interface Attempt<Field extends string = string> {
  readonly field: Field
  /** The part of the field that the candidate is for: `seller_id`. Absent: null, for the field as a whole. */
  readonly part: string | null
  /** The selector, or a description of what else gave the value. */
  readonly source: string
  /** Number of elements that the selector found. */
  readonly found: number
  /** The text that was read, shortened. Absent: null, there was none. */
  readonly text: string | null
  /**
   * Positions of the elements that were read, or refused, among all elements of the page in document order, from 0.
   * Empty for what is not an element: data of a script, another field. At most 100.
   */
  readonly elements: readonly number[]
  /**
   * - `won`: gave the value of the field, or of its part.
   * - `absent`: no element.
   * - `hidden`: the page hides what was found.
   * - `empty`: elements without text.
   * - `refused`: the text says nothing about the field; see `reason`.
   * - `unreadable`: the text should be a value and is not; see the issues.
   */
  readonly outcome: 'won' | 'absent' | 'hidden' | 'empty' | 'refused' | 'unreadable'
  /** Why a candidate was refused. Absent: null, for other outcomes. */
  readonly reason: string | null
}

/** Field, or its path such as `products[0].price`, to the source of its value. Absent: a field without a value. */
export type Winners = { readonly [path: string]: string | undefined }

/**
 * - `not_shown`: no candidate finds anything on the page.
 * - `hidden`: the page has it, and shows it to nobody.
 * - `refused`: what was found says nothing about the field; see `detail`.
 * - `unreadable`: what was found should be a value and is not.
 * - `only_other_sellers`: nobody has the buy box.
 * - `in_cart_only`: only the cart shows it.
 * - `not_deliverable`: the product is not sent to the place that the page is for.
 * - `withheld`: the shop shows it to other visitors, or the request leaves it out.
 * - `cut`: the page ends before it could come.
 * - `not_of_this_kind`: such pages, products or rows do not have it.
 */
export type AbsenceReason = (typeof ABSENCE_REASONS)[number]

/** Why a field can be without a value. */
export const ABSENCE_REASONS = [
  'not_shown',
  'hidden',
  'refused',
  'unreadable',
  'only_other_sellers',
  'in_cart_only',
  'not_deliverable',
  'withheld',
  'cut',
  'not_of_this_kind',
] as const

/** Why a field has no value, with the nearest evidence of the page. */
export interface Absence<Field extends string = string> {
  readonly field: Field
  readonly reason: AbsenceReason
  /** Why what was found was refused. Absent: null, for other reasons. */
  readonly detail: string | null
  /** The selector that found the evidence, or that was tried first. Absent: null, nothing was tried. */
  readonly source: string | null
  /** The text of the evidence, shortened. Absent: null, there is none. */
  readonly text: string | null
}

/** Where the values of a record come from. Every interface shows it in this shape. */
export interface Provenance<Path extends string = string> {
  /** Path of a field to the selector, or the key of the page's state, that gave its value. Absent: a field without a value. */
  readonly winners: { readonly [Name in Path]?: string | undefined }
  readonly issues: readonly Issue<Path>[]
  /** Every candidate that was tried. Order: reading. Absent: null, nobody asked for them. */
  readonly attempts: readonly Attempt<Path>[] | null
  /** Why each empty field has no value. Order: of the record, or of the attempts. Absent: null, nobody asked for it. */
  readonly absences: readonly Absence<Path>[] | null
}

/** Why a candidate says nothing about a field. A reader returns it instead of a value. */
export class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** Declares why readers refuse a candidate: "price of a subscription". */
export function refusal(reason: string): Refusal {
  return new Refusal(reason)
}

const MAX_ATTEMPT_TEXT = 120
const MAX_ATTEMPT_ELEMENTS = 100
const MAX_ISSUE_TEXT = 200

export function makeIssue<Field extends string>(
  field: Field,
  source: string,
  text: string,
  problem: Issue['problem'],
): Issue<Field> {
  return { field, source, text: text.slice(0, MAX_ISSUE_TEXT), problem }
}

/** An attempt as a reader notes it. The elements belong to the page. */
interface Noted<Field extends string> extends Omit<Attempt<Field>, 'text' | 'elements'> {
  readonly text: string
  readonly elements: readonly Element[]
}

/** What gave a field its value. */
interface Win {
  /** A selector, or a description of what else gave it. */
  readonly source: string
  /** The text that was read. It belongs to the page. */
  readonly text: string
}

/** Records what gave the fields of a record their values, what was tried, and what could not be read. */
export class Trace<Field extends string = string> {
  /** What gave each field its value. Order: reading. */
  readonly wins = new Map<Field, Win>()
  /** Everything that was tried. Order: reading. Absent: null, unless the caller asked. */
  readonly attempts: Attempt<Field>[] | null
  private readonly missing: Issue<Field>[] = []
  private readonly explained: Issue<Field>[] = []
  private readonly inconsistent: Issue<Field>[] = []
  private readonly unreadable = new Map<Field, Issue<Field>>()

  constructor(keepsAttempts: boolean) {
    this.attempts = keepsAttempts ? [] : null
  }

  /** Fields that every page should have, fields whose lack the page explains, contradictions, then values that could not be read, of fields that have no value. */
  get issues(): Issue<Field>[] {
    return [
      ...this.missing,
      ...this.explained,
      ...this.inconsistent,
      ...[...this.unreadable.values()].filter(({ field }) => !this.wins.has(field)),
    ]
  }

  /** Winner of a field. Empty: it has no value. */
  sourceOf(field: Field): string {
    return this.wins.get(field)?.source ?? ''
  }

  /** Each field that has a value, with its winner. */
  get winners(): [field: Field, source: string][] {
    return Array.from(this.wins, ([field, { source }]) => [field, source])
  }

  /** The first source of a field's value is its winner. */
  credit(field: Field, source: string, text = ''): void {
    if (!this.wins.has(field)) this.wins.set(field, { source, text })
  }

  /** Records a contradiction between values. */
  contradict(issue: Issue<Field>): void {
    this.inconsistent.push(issue)
  }

  /** Replaces the source of a value that another field decided. `source`: null, there is no value any more. */
  settle(field: Field, source: string | null): void {
    if (source === null) this.wins.delete(field)
    else this.wins.set(field, { source, text: '' })
  }

  /** Records that the page shows a value of a field that can't be read. */
  blame(field: Field, source: string, text: string): void {
    if (!this.unreadable.has(field)) this.unreadable.set(field, makeIssue(field, source, text, 'unreadable'))
  }

  /** Records that a page lacks a field that every page should have, and the text that is there instead. */
  miss(field: Field, text = ''): void {
    this.missing.push(makeIssue(field, '', text, 'missing'))
  }

  /** Records why the page has no value of a field, as it says itself. */
  explain(field: Field, source: string, text: string, problem: Problem): void {
    this.explained.push(makeIssue(field, source, text, problem))
  }

  note({ text, elements, ...attempt }: Noted<Field>): void {
    this.attempts?.push({
      ...attempt,
      text: text === '' ? null : text.slice(0, MAX_ATTEMPT_TEXT),
      // The elements of markup inside a text have no position.
      elements: elements.flatMap(({ order }) => (order < 0 ? [] : order)).slice(0, MAX_ATTEMPT_ELEMENTS),
    })
  }
}
