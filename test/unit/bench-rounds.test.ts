import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthRounds, printComparison, printGrowth, printOwn } from '../../bench/parse-tables.ts'
import { describeUnsteady, fastest, isUnsteady, printFigure } from '../../bench/rounds.ts'

test('the fastest round counts, and a figure is unsteady when its two fastest rounds differ by more than a fifth', () => {
  assert.equal(fastest([12, 10, 30]), 10)
  const rows: readonly (readonly [readonly number[], boolean])[] = [
    [[10, 12], false],
    [[12, 10], false],
    [[10, 12.1], true],
    [[30, 10, 40, 11], false],
    [[30, 10, 40, 13], true],
    [[10], false],
  ]
  for (const [rounds, expected] of rows) assert.equal(isUnsteady(rounds), expected, rounds.join())
  assert.equal(
    printFigure([10, 12], (ms) => ms.toFixed(1)),
    '10.0',
  )
  assert.equal(
    printFigure([15, 10], (ms) => ms.toFixed(1)),
    '10.0*',
  )
})

test('the output ends with a warning when some figures can not be compared', () => {
  assert.match(describeUnsteady([[10, 11], [7]]), /^The two fastest rounds of each of the 2 figures differ by less/)
  assert.match(
    describeUnsteady([
      [10, 11],
      [7, 9],
      [3, 9],
    ]),
    /^WARNING: the machine is too busy to compare\. 2 of 3 figures, marked \*, /,
  )
})

const tasks = [
  { task: 'tree', title: 'tree', pages: 2, megabytes: 2 },
  { task: 'product', title: 'product record', pages: 2, megabytes: 2 },
  { task: 'reviews', title: 'reviews record', pages: 4, megabytes: 1 },
] as const
const figures = [
  { task: 'tree', library: 'shelfmark', rounds: [8, 9] },
  { task: 'tree', library: 'other', rounds: [40, 60] },
  { task: 'tree', library: 'third', rounds: [12] },
  { task: 'product', library: 'shelfmark', rounds: [20, 20] },
  { task: 'product', library: 'other', rounds: [2000, 2000] },
  { task: 'reviews', library: 'shelfmark', rounds: [4, 5, 8] },
] as const

test('libraries are compared in the tasks that several do, by milliseconds a page', () => {
  assert.equal(
    printComparison(tasks, figures),
    [
      '| ms a page, from bytes to | tree          | product record   |',
      '| ------------------------ | ------------- | ---------------- |',
      '| shelfmark                | 4.0           | 10.0             |',
      '| other                    | 20.0* (5.0 x) | 1000.0 (100.0 x) |',
      '| third                    | 6.0 (1.5 x)   |                  |',
    ].join('\n'),
  )
})

test('of shelfmark, every task has its pages, their size, and a speed', () => {
  const [, , ...rows] = printOwn(tasks, figures).split('\n')
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  assert.deepEqual(cells, [
    ['', 'tree', '2', '2.0', '4.00', '250', ''],
    ['', 'product record', '2', '2.0', '10.00', '100', ''],
    ['', 'reviews record', '4', '1.0', '1.00*', '250', ''],
  ])
})

test('growth has the rounds of each size, for the tree and the record', () => {
  const growth = (factor: number) => ({
    page: 'a page',
    sizes: [
      { size: 1e6, parse: 2 * factor, record: 4 * factor },
      { size: 4e6, parse: 8 * factor, record: 16 * factor },
    ],
  })
  const growths = [growth(2), growth(1)]
  assert.deepEqual(growthRounds(growths), [
    [
      [4, 2],
      [8, 4],
    ],
    [
      [16, 8],
      [32, 16],
    ],
  ])
  assert.match(printGrowth(growths), /\| 4\.00 \| 8\.00\* +\| 2\.00 +\| 16\.00\* +\| 4\.00 +\|$/)
})
