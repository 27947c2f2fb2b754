/** An item of a list. */
export interface ListedItem {
  /** Line of the list where it begins, from 1. */
  readonly line: number
  /** As it is submitted. */
  readonly item: Readonly<Record<string, unknown>>
}

/** What is wrong with a line, in words that follow its number. */
export interface Mistake {
  readonly line: number
  readonly message: string
}

/** A list as it was read. With mistakes, the items are those that could be read all the same. */
export interface ListReading {
  readonly items: readonly ListedItem[]
  readonly mistakes: readonly Mistake[]
}
