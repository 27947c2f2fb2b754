import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DockerfileParser } from 'dockerfile-ast'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'adapters/docker')
const dockerfile = DockerfileParser.parse(readFileSync(join(folder, 'Dockerfile'), 'utf8'))

function argumentsOf(keyword: string): string[] {
  return dockerfile
    .getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '')
}

test('the image copies what there is, and runs what is built', () => {
  const sources = dockerfile.getCOPYs().filter((copy) => copy.getFromFlag() === null)
  const copied = sources.flatMap((copy) =>
    copy
      .getArguments()
      .slice(0, -1)
      .map((argument) => argument.getValue()),
  )
  assert.ok(copied.length >= 6)
  for (const path of copied) assert.ok(existsSync(join(root, path)), path)
  const [command = ''] = argumentsOf('CMD').slice(-1)
  const [, main = ''] = JSON.parse(command) as string[]
  assert.ok(existsSync(join(root, main)), main)
})

test('the image does not run as root, keeps its data in a volume, and checks its health by node', () => {
  assert.deepEqual(argumentsOf('USER'), ['node'])
  assert.deepEqual(argumentsOf('VOLUME'), ['/data'])
  assert.match(argumentsOf('HEALTHCHECK').join(), /"node", "-e", .*\/livez/)
})

test('the compose file builds that image and keeps its data', () => {
  const compose = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as {
    services: { shelfmark: { build: { context: string; dockerfile: string }; volumes: string[]; ports: string[] } }
    volumes: Record<string, unknown>
  }
  const { build, volumes, ports } = compose.services.shelfmark
  assert.ok(existsSync(join(folder, build.context, build.dockerfile)))
  assert.deepEqual(volumes, ['data:/data'])
  assert.ok('data' in compose.volumes)
  assert.deepEqual(ports, ['8080:8080'])
})
