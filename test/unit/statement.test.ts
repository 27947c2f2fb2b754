import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementLines, toStatementCsv } from '../../adapters/web/dashboard/usage/statement.ts'
import { forecastCredits, statementOf } from '../../core/policy/index.ts'

const TERMS = { plan: 'pro', overrides: {}, payAsYouGo: true, spendingCap: null } as const

test('a statement: the plan, and 0.90 dollars for 1,000 requests beyond it', () => {
  assert.deepEqual(statementOf(TERMS, 400_000), {
    planUsdCents: 4900,
    includedCredits: 375_000,
    usedCredits: 400_000,
    beyondCredits: 25_000,
    beyondUsdCents: 450,
    totalUsdCents: 5350,
  })
  assert.equal(statementOf(TERMS, 375_000).totalUsdCents, 4900)
  assert.equal(statementOf({ ...TERMS, plan: 'free' }, 5005).totalUsdCents, 0)
  assert.equal(statementOf({ ...TERMS, plan: 'free' }, 5000 + 5000).totalUsdCents, 90)
})

test('a statement as lines and as comma-separated values, which no program takes for a formula', () => {
  const records = [{ kind: 'x', charges: 80_000, credits: 400_000 }]
  const statement = { month: '2026-03', plan: 'pro', isOver: true, records, ...statementOf(TERMS, 400_000) }
  assert.deepEqual(
    statementLines(statement).map(({ text, credits, usdCents }) => [text, credits, usdCents]),
    [
      ['Used: x', 400_000, null],
      ['Used in all', 400_000, null],
      ['Plan pro', 375_000, 4900],
      ['Beyond the plan', 25_000, 450],
      ['Total', null, 5350],
    ],
  )
  const lines = toStatementCsv(statement, '=cmd|"x"').split('\r\n')
  assert.equal(lines[0], 'workspace,month,for,credits,usd')
  assert.equal(lines[5], `"'=cmd|""x""",2026-03,Total,,53.50`)
})

test('a forecast goes on as the last seven days did', () => {
  assert.equal(forecastCredits(1000, 700, 10 * 86_400_000), 2000)
  assert.equal(forecastCredits(1000, 0, 10 * 86_400_000), 1000)
  assert.equal(forecastCredits(0, 7, 86_400_000 / 2), 1)
})
