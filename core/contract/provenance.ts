import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'
import { ABSENCE_REASONS, PROBLEMS } from '../field/trace.ts'
import { records, type RecordName } from '../records/index.ts'

const path = described(v.string(), 'Name of the field: `price`, or `products[3].price`.')

/** A field, and what was read as its value. */
const statement = {
  field: path,
  source: described(
    v.string(),
    'The selector, or the key of script data; of `left out`, the reason. Empty for `missing` and `the page is cut`.',
  ),
  text: described(v.string(), 'The text that is there, shortened; for `inconsistent`, the value.'),
}

/** A `Provenance` of `core/field`. */
export const provenanceSchema = v.object({
  winners: described(
    v.record(v.string(), v.string()),
    'The selector, or the key of script data, that gave each field its value. A field without a value has none.',
  ),
  issues: described(
    v.array(
      v.object({
        ...statement,
        problem: v.picklist(PROBLEMS),
        reason: described(v.optional(v.string()), 'Why the value can not be right. Only for `inconsistent`.'),
        against: described(
          v.optional(v.object(statement)),
          'The field that the value contradicts. Only for `inconsistent`, and not if the value alone can not be right.',
        ),
      }),
    ),
    'What the page shows and could not be read; fields that every page should have and this one lacks; a price that is not there because the product is `not delivered to this place`, and one that is `for members only`; of `products`, blocks that are `left out`, and `results of another search`; values that contradict each other.',
  ),
  attempts: described(
    v.nullable(
      v.array(
        v.object({
          field: path,
          part: described(v.nullable(v.string()), 'Part of the field that was read: `seller_id`. null: all of it.'),
          source: described(v.string(), 'The selector, or a description of what else was tried.'),
          found: described(v.pipe(v.number(), v.integer(), v.minValue(0)), 'Elements that it found.'),
          elements: described(
            v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
            'Positions of the elements that were read, among all elements of the page, from 0.',
          ),
          text: described(v.nullable(v.string()), 'The text that was read, shortened. null: there was none.'),
          outcome: v.picklist(['won', 'absent', 'hidden', 'empty', 'refused', 'unreadable']),
          reason: described(v.nullable(v.string()), 'Why it was refused. null: for other outcomes.'),
        }),
      ),
    ),
    'Everything that was tried, in order. null: nobody asked for it.',
  ),
  absences: described(
    v.nullable(
      v.array(
        v.object({
          field: path,
          reason: described(
            v.picklist(ABSENCE_REASONS),
            '`not_shown`: nothing of it is on the page. `hidden`: the page shows it to nobody. `refused`: what was found says nothing about the field. `unreadable`: it should be a value and is not. `only_other_sellers`: nobody has the buy box. `in_cart_only`: only the cart shows it. `not_deliverable`: the product is not sent to the place. `withheld`: the shop shows it to other visitors, or the request leaves it out. `cut`: the page ends before. `not_of_this_kind`: such pages, products or rows do not have it.',
          ),
          detail: described(v.nullable(v.string()), 'Why it was refused. null: for other reasons.'),
          source: described(
            v.nullable(v.string()),
            'The selector that found the nearest evidence, or that was tried first. null: nothing was tried.',
          ),
          text: described(v.nullable(v.string()), 'The text of the evidence, shortened. null: there is none.'),
        }),
      ),
    ),
    'Why each empty field has no value. A flag that is false is not empty. null: nobody asked for it.',
  ),
})

const additions = {
  screenshot: described(
    v.optional(v.pipe(v.string(), v.base64())),
    'Picture of the rendered page: PNG in base64, at most 5 MiB before it is encoded. Only with `screenshot`.',
  ),
  provenance: described(v.optional(provenanceSchema), 'Where the values come from. Only with `explain`.'),
}

const answers = records.map(({ name, schema }) => [name, v.object({ ...schema.entries, ...additions })] as const)

/** Records as they are answered, by name: with `screenshot` and `provenance`, if they were requested. */
export const answerSchemas: ReadonlyMap<RecordName, v.GenericSchema> = new Map(answers)

/** The same with the fields alone that the request names. */
export const partSchemas: ReadonlyMap<RecordName, v.GenericSchema> = new Map(
  answers.map(([name, schema]) => [name, v.partial(schema)]),
)
