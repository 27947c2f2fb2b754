import type { Rehearsal } from './rehearsal.ts'

/** Adds a line to a list after another. */
const after = (file: string, find: string, line: string) => ({ file, find, put: `${find}\n${line}` })

/** A record that is a list of things, with a parameter of its own. */
export const record: Rehearsal = {
  name: 'record',
  readme: 'core/records/README.md',
  heading: 'Add a record',
  placeholders: { '<name>': 'wish_list' },
  edits: [
    after(
      'core/records/definitions.ts',
      "export { search } from './search/record.ts'",
      "export { wishList as wish_list } from './wish_list/record.ts'",
    ),
    after(
      'core/records/extractors.ts',
      "export { extractSearch as search } from './search/extract.ts'",
      "export { extractWishList as wish_list } from './wish_list/extract.ts'",
    ),
    after(
      'selectors/base/maps.ts',
      "export { baseSearch as search } from './search/index.ts'",
      "export { baseWishList as wish_list } from './wish_list/index.ts'",
    ),
    after(
      'adapters/sandbox/records/index.ts',
      "export { simulatedSearch as search } from './search/record.ts'",
      "export { simulatedWishList as wish_list } from './wish_list/record.ts'",
    ),
  ],
  tests: ['test/service/wish-list.test.ts'],
}
