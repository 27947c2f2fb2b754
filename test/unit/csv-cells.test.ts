import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRow } from '../../adapters/pages/table/csv.ts'

test('a cell controls no terminal, begins no formula, and a semicolon does not end it', () => {
  assert.equal(csvRow(['a\u001b[2Jb\u009bc;=1']), '"a[2Jbc;=1"\r\n')
  assert.equal(csvRow(['\u001b=1', ';=1', ' =1', ';＝1', 'a\tb']), '\'=1,"\';=1",\' =1,"\';＝1",a\tb\r\n')
})
