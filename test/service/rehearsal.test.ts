// Takes more than 20 seconds: it adds eight things to a copy of the project, checks its types and runs their tests; and runs all quick tests with two more records.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compareWithList, newFiles, ProjectCopy, type Rehearsal } from '../support/rehearsal.ts'
import * as all from '../support/rehearsals.ts'

const rehearsals = Object.values(all)

for (const rehearsal of rehearsals) {
  const { readme, heading } = rehearsal
  test(`${readme}, "${heading}": the list names the files that are touched, and no others`, () => {
    assert.ok(newFiles(rehearsal).length > 0)
    assert.deepEqual(compareWithList(rehearsal), { idle: [], unlisted: [] })
  })
}

const newRecords = [all.record, all.smallRecord]

for (const { name, edits } of newRecords) {
  test(`${name}: it is new files, and one line in each of four lists`, () => {
    assert.equal(new Set(edits.map(({ file }) => file)).size, edits.length)
    assert.deepEqual(
      edits.map(({ find, put }) => put.split('\n').length - find.split('\n').length),
      [1, 1, 1, 1],
    )
  })
}

const copies: ProjectCopy[] = []
function copyWith(added: readonly Rehearsal[]): ProjectCopy {
  const copy = new ProjectCopy()
  copies.push(copy)
  for (const rehearsal of added) copy.apply(rehearsal)
  return copy
}

let copy: ProjectCopy
before(() => void (copy = copyWith(rehearsals)))
after(() => copies.forEach((one) => one.remove()))

test('the types of the project are right with everything added', async () => {
  assert.equal(await copy.checkTypes(), '')
})

for (const { name, tests, pattern } of rehearsals) {
  if (tests.length === 0) continue
  test(`${name}: it works in the copy`, async () => {
    assert.equal(await copy.runTests(tests, pattern), '')
  })
}

test('with the new records alone, every quick test of the project passes', async () => {
  const failures = await copyWith(newRecords).runQuickTests()
  assert.ok(failures === '', failures)
})
