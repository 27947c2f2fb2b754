// Takes more than 20 seconds: it starts servers and about 20 commands, each in a process of its own.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { findFreePort } from '../../bench/service/processes.ts'
import type { Command, CommandGroup } from '../../adapters/cli/command/define-command.ts'
import { shelfmark } from '../../adapters/cli/commands.ts'
import { runCli, startCli, type CliEnded } from '../support/cli-process.ts'
import { until } from '../support/wait.ts'

/** Groups whose commands work on the store of a server. */
const GROUPS = ['workspaces', 'keys', 'ledger', 'backup', 'usage', 'secrets', 'operators', 'members', 'audit', 'alerts']

/** No setting of the machine. */
const env = {
  SHELFMARK_DATA: '',
  SHELFMARK_DATABASE_URL: '',
  SHELFMARK_REDIS_URL: '',
  SHELFMARK_ADMIN_PORT: '',
  SHELFMARK_PORT: '',
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-elsewhere-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

async function listCommands(entry: CommandGroup['commands'][string], name: string): Promise<[string, Command][]> {
  const command: Command | CommandGroup = 'load' in entry ? await entry.load() : entry
  if (!('commands' in command)) return [[name, command]]
  const lists = Object.entries(command.commands).map(([word, inner]) => listCommands(inner, `${name} ${word}`))
  return (await Promise.all(lists)).flat()
}

test('every command of the administration names a server by the options of serve', async () => {
  let count = 0
  for (const group of GROUPS) {
    for (const [name, { args }] of await listCommands(shelfmark.commands[group] ?? assert.fail(group), group)) {
      assert.deepEqual(
        ['data', 'database-url', 'redis-url', 'admin-port'].filter((option) => args[option]?.type !== 'string'),
        [],
        name,
      )
      count++
    }
  }
  assert.ok(count >= 22, `${count} commands`)
})

/** Command lines, and whether a store may begin with them. */
const lines: readonly (readonly [line: string, begins: boolean])[] = [
  ['keys list', false],
  ['keys create crawler', false],
  ['workspaces list', false],
  ['workspaces create shop', true],
  ['usage', false],
  ['ledger export --month 2026-10 --output charges.csv', false],
  ['backup copy.sqlite', false],
  ['operators add ada', true],
  ['audit', false],
]

test('in another folder than that of the server, the administration says where it looked, and makes nothing', async (t) => {
  const cwd = makeFolder(t)
  const run = async (line: string): Promise<CliEnded> => await runCli(line.split(' '), { env, cwd })
  for (const [line, begins] of lines) {
    const { code, output, errors } = await run(line)
    assert.deepEqual([code, output, readdirSync(cwd)], [2, '', []], line)
    assert.ok(errors.includes(`There is no store in ${join(cwd, 'data')}. `), errors)
    assert.match(errors, /--data or SHELFMARK_DATA/)
    assert.equal(errors.includes('give --data data.'), begins, errors)
  }
  const { code, errors } = await run('keys list --data elsewhere')
  assert.deepEqual([code, readdirSync(cwd)], [2, []])
  assert.ok(errors.includes(`There is no store in ${join(cwd, 'elsewhere')}. `), errors)
})

test('a store begins in a folder that is named, and one without workspaces is named too', async (t) => {
  const cwd = makeFolder(t)
  const run = async (line: string): Promise<CliEnded> => await runCli(line.split(' '), { env, cwd })
  assert.equal((await run('operators add ada --data first')).code, 0)
  const none = await run('keys list --data first')
  assert.equal(none.code, 2)
  assert.ok(none.errors.includes(`There is no workspace in ${join(cwd, 'first')}. `), none.errors)
  assert.equal((await run('workspaces create shop --data first')).code, 0)
  const made = await runCli(['keys', 'create', 'crawler'], { env: { ...env, SHELFMARK_DATA: 'first' }, cwd })
  assert.match(made.output, /^svc_live_\w+\n$/)
  const copy = join(cwd, 'copy.sqlite')
  assert.equal((await run(`backup ${copy} --data first`)).code, 0)
  const restored = await run(`restore ${copy} --data second`)
  assert.equal(restored.code, 0, restored.errors)
  assert.ok(restored.errors.includes(`${join(cwd, 'second')} has the data of `), restored.errors)
  assert.match((await run('keys list --data second')).output, /crawler/)
  assert.deepEqual(readdirSync(cwd).toSorted(), ['copy.sqlite', 'first', 'second'])
})

test('keys --data finds the server that serve --data has started', async (t) => {
  const [home, elsewhere] = [makeFolder(t), makeFolder(t)]
  const [port, adminPort] = [await findFreePort(), await findFreePort()]
  const data = join(home, 'of the server')
  const options = ['--data', data, '--admin-port', String(adminPort)]
  const serve = async () => {
    const server = startCli(['serve', '--source', 'sandbox', '--port', String(port), ...options], { env, cwd: home })
    t.after(() => server.kill('SIGKILL'))
    await until(
      () => /curl|Create a key/.test(server.errors()) && server.errors().endsWith('\n'),
      () => server.errors(),
    )
    return server
  }
  const first = await serve()
  const made = await runCli(['keys', 'create', 'crawler', '--test', ...options], { env, cwd: elsewhere })
  assert.match(made.output, /^svc_test_\w+\n$/, made.errors)
  const authorization = `Bearer ${made.output.trim()}`
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/usage`, { headers: { authorization } })
  assert.equal(answer.status, 200)
  const { code, errors } = await runCli(['keys', 'list', '--data', data, '--admin-port', '1'], { env, cwd: elsewhere })
  assert.equal(code, 2)
  assert.match(errors, /a server has the store open, and nothing answers at \S+: set --admin-port/)
  assert.deepEqual(readdirSync(elsewhere), [])
  first.kill('SIGTERM')
  await first.ended
  const second = await serve()
  assert.ok(second.errors().includes(`keys create NAME --data '${data}' --admin-port ${adminPort} (`), second.errors())
  second.kill('SIGTERM')
  await second.ended
  assert.ok(!existsSync(join(home, 'data')))
})
