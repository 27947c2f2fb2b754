import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definitions, planWatch, type WatchInput } from '../../core/index.ts'

const MISTAKES: readonly (readonly [input: WatchInput, details: readonly string[]])[] = [
  [{ fields: [] }, ['fields must be a list of 1 to 50 paths of fields']],
  [{ fields: 'price' }, ['fields must be a list of 1 to 50 paths of fields']],
  [{ fields: ['prise'] }, ['fields has no field "prise" in "prise" of a product (did you mean "price"?)']],
  [{ rules: {} }, ['rules must be a list of at most 50 rules']],
  [{ rules: [null, 5] }, ['rules[0] must be an object', 'rules[1] must be an object']],
  [{ rules: [{}] }, ['rules[0].field is required', 'rules[0].when is required']],
  [
    { rules: [{ field: 'prise', when: 'changes' }] },
    ['rules[0].field has no field "prise" in "prise" of a product (did you mean "price"?)'],
  ],
  [
    { rules: [{ field: 'price', when: 'falls' }] },
    [
      'rules[0].when must be one of: changes, drops_by, rises_by, below, above, becomes, appears, disappears, lowest_in',
    ],
  ],
  [{ rules: [{ field: 'price', when: 'below' }] }, ['rules[0].value is required for "below"']],
  [{ rules: [{ field: 'price', when: 'below', value: '5' }] }, ['rules[0].value must be a number']],
  [
    { rules: [{ field: 'price', when: 'drops_by', value: '-5%' }] },
    ['rules[0].value must be a number above 0, or a percentage such as "10%"'],
  ],
  [
    { rules: [{ field: 'price', when: 'drops_by', value: 0 }] },
    ['rules[0].value must be a number above 0, or a percentage such as "10%"'],
  ],
  [{ rules: [{ field: 'price', when: 'changes', value: 5 }] }, ['rules[0].value has no meaning for "changes"']],
  [
    { rules: [{ field: 'price', when: 'lowest_in', value: '90' }] },
    ['rules[0].value must be a duration such as "30m", "6h" or "90d"'],
  ],
  [{ rules: [{ field: 'price', when: 'changes', confirm: 6 }] }, ['rules[0].confirm must be an integer from 1 to 5']],
  [
    { rules: [{ field: 'price', when: 'changes', cooldown: 'long' }] },
    ['rules[0].cooldown must be a duration such as "30m", "6h" or "90d"'],
  ],
  [
    { rules: [{ field: 'price', when: 'changes', rearm: 1 }] },
    ['rules[0].rearm has a meaning only for "below" and "above"'],
  ],
  [{ rules: [{ field: 'price', when: 'changes', confirms: 1 }] }, ['rules[0].confirms is not a member of a rule']],
]

test('mistakes in fields and rules name the parameter and what it must be', () => {
  for (const [input, expected] of MISTAKES) {
    const planned = planWatch(definitions.product, input)
    assert.deepEqual(planned.ok ? [] : planned.details.map(({ param, message }) => `${param} ${message}`), expected)
  }
})
