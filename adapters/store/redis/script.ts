import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LUA_CONSTANTS } from './lua-constants.ts'

/** Work that Redis does in one step, or not at all. */
export interface Script {
  /** Lua 5.1. */
  readonly text: string
  /** SHA-1 of the text: Redis knows a loaded script by it. */
  readonly sha: string
}

const FOLDER = join(import.meta.dirname, 'lua')
const INCLUDE = /^-- @include (.+)$/gm
const PLACEHOLDER = /\{\{([A-Z_]+)\}\}/g

/**
 * Loads `lua/<name>.lua`. A line `-- @include shared/<name>` is replaced by that file, and
 * `{{NAME}}` by the constant with this name.
 *
 * Throws: if a file does not exist, or a constant has no value.
 */
export function loadScript(name: string): Script {
  const text = readLua(name)
    .replace(INCLUDE, (_line, included: string) => readLua(included))
    .replace(PLACEHOLDER, (_placeholder, constant: string) => {
      const value = LUA_CONSTANTS[constant]
      if (value === undefined) throw new Error(`${name}.lua: the constant ${constant} has no value.`)
      return String(value)
    })
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

function readLua(name: string): string {
  return readFileSync(join(FOLDER, `${name}.lua`), 'utf8')
}
