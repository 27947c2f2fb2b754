import assert from 'node:assert/strict'
import { test } from 'node:test'

/** A test that reads every row, named after what is read. */
export function table<Input, Output>(
  name: string,
  read: (input: Input) => Output,
  rows: readonly (readonly [input: Input, expected: Output, origin?: string])[],
): void {
  test(name, () => {
    for (const [input, expected, origin] of rows) {
      assert.deepEqual(read(input), expected, `${JSON.stringify(input)}${origin === undefined ? '' : ` (${origin})`}`)
    }
  })
}
