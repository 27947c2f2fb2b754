import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY } from '../../adapters/pages/golden/golden-case.ts'
import { extractPage } from '../../adapters/pages/extract-page.ts'
import { parseRowPath, records, rowPath, rowsOf, type Issue, type Winners } from '../../core/index.ts'
import { Trace } from '../../core/field/trace.ts'
import { compileSite } from '../../core/marketplace/site.ts'
import { checkInvariants, type Invariant } from '../../core/record/invariants.ts'
import { site } from '../../selectors/index.ts'
import { root } from './root.ts'

type Values = Readonly<Record<string, unknown>>
type Named = Pick<Invariant<Record<string, never>>, 'reason'> & { readonly fields: readonly string[] }

/** Invariants, by what they are about: a record or its rows. */
export type AllInvariants = Readonly<Record<string, readonly Named[]>>

/** A page that contradicts itself: that of a golden case, with other texts. */
export interface Mutation {
  /** Owner of the invariant. */
  readonly of: string
  /** The fields of the invariant, and the first words of its reason. */
  readonly breaks: string
  readonly golden: string
  readonly texts: readonly (readonly [text: string, other: string])[]
  /** Values that the page's more specific statement leaves. Default: all stay. */
  readonly left?: Values
}

/** What no page can show, because the readers guarantee it: values of a golden record, and others. */
export interface Contradiction extends Omit<Mutation, 'texts' | 'left'> {
  readonly values: Values
}

/** Markup around the cents of a price. */
export const CENTS = '<span class="a-price-decimal">.</span></span><span class="a-price-fraction">'

/** The contradictions of a page. */
export function contradictionsOf(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ problem }) => problem === 'inconsistent')
}

const nameOf = ({ fields, reason }: Named): string => `${fields.join(', ')}: ${reason}`

/** The fields of a contradiction and its reason, without the row that it is in. */
export function nameOfIssue({ field, against, reason = '' }: Issue): string {
  const fields = [field, ...(against === undefined ? [] : [against.field])]
  return nameOf({ fields: fields.map((path) => path.slice(path.indexOf('.') + 1)), reason })
}

/** What a golden page gives with other texts. */
export function extractMutated(golden: string, texts: Mutation['texts']) {
  const directory = join(root, GOLDEN_DIRECTORY, golden)
  const { domain, url, asin } = JSON.parse(readFileSync(join(directory, 'case.json'), 'utf8'))
  let page = readFileSync(join(directory, 'page.html'), 'utf8')
  for (const [text, other] of texts) {
    assert.ok(page.includes(text), `${golden} has no ${text}`)
    page = page.replaceAll(text, () => other)
  }
  return extractPage(page, { domain, url, asin })
}

/** Tests that a mutated page has the issue, and the values that are left. */
export function testMutation({ of, breaks, golden, texts, left = {} }: Mutation): void {
  test(`a page that contradicts itself has an issue: ${of}, ${breaks}, ${texts.at(0)?.at(1)}`, () => {
    const { record, issues, kind, winners } = extractMutated(golden, texts)
    const issue = contradictionsOf(issues).find((own) => nameOfIssue(own).startsWith(breaks))
    assert.ok(issue !== undefined && record !== null, JSON.stringify(issues))
    const own: Winners = winners
    const definition = records.find(({ kinds }) => kinds.some((own) => own === kind))
    const position = parseRowPath(issue.field)
    const row = position === null || definition === undefined ? record : rowsOf(definition, record)?.[position.index]
    assert.deepEqual({ ...row, ...left }, { ...row })
    for (const [field, value] of Object.entries(left)) {
      const path = position === null ? field : rowPath(position.list, position.index, field)
      if (value === null) assert.equal(own[path], undefined, `${path} has no value, and so no winner`)
    }
  })
}

/** Tests that values contradict each other which no page can give. */
export function testContradiction(
  { of, breaks, golden, values }: Contradiction,
  invariants: readonly Named[] | undefined,
): void {
  test(`what the readers guarantee is checked too: ${of}, ${breaks}`, () => {
    const { record } = extractMutated(golden, [])
    const evidence = { trace: new Trace(false), words: compileSite(site).words }
    checkInvariants({ ...record, ...values } as never, invariants as never, evidence)
    const found = evidence.trace.issues.map(nameOfIssue)
    assert.ok(
      found.some((name) => name.startsWith(breaks)),
      found.join(),
    )
  })
}

/** Tests that each invariant has a test that breaks it, and a reason. */
export function testThatEachIsBroken(all: AllInvariants, broken: readonly Pick<Mutation, 'of' | 'breaks'>[]): void {
  test('each invariant is broken by a test, and gives a reason', () => {
    for (const [of, invariants] of Object.entries(all)) {
      for (const invariant of invariants) {
        const name = nameOf(invariant)
        assert.match(invariant.reason, /^[a-z].*[^.]$/, name)
        assert.ok(
          broken.some((one) => one.of === of && name.startsWith(one.breaks)),
          `${of}: ${name}`,
        )
      }
    }
  })
}
