import { Random } from '../truth/random.ts'
import { raw, type Markup } from './html.ts'

/** Size of a page. `real`: that of a real page, mostly scripts. `light`: the content only. */
export type PageWeight = 'light' | 'real'

/** How a page is printed. */
export interface RenderOptions {
  /** Default: `light`. */
  readonly weight?: PageWeight | undefined
}

/**
 * Scripts, states and styles without content. They make up about nine tenths of
 * a real page.
 *
 * The blocks are generated once, and then picked at random.
 */
export function filler(random: Random, bytes: number): Markup {
  const pieces: string[] = []
  let size = 0
  while (size < bytes) {
    const piece = random.pick(requireBlocks())
    pieces.push(piece)
    size += piece.length
  }
  return raw(pieces.join('\n'))
}

const NAMES = ['ue', 'csa', 'P', 'widget', 'metrics', 'loader', 'slot', 'weblab', 'queue', 'render', 'batch', 'trace']
const KEYS = ['id', 'group', 'slot', 'weight', 'isEnabled', 'treatment', 'version', 'endpoint', 'renderId', 'ttlMs']
const PROPERTIES = ['margin:0 4px', 'padding:2px', 'line-height:1.3em', 'color:#565959', 'width:18px', 'opacity:.85']
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Characters of a block. A filler exceeds the requested size by less than one block. */
const BLOCK_SIZE = 8 * 1024
const BLOCKS_OF_A_KIND = 12

let blocks: readonly string[] | null = null

function requireBlocks(): readonly string[] {
  blocks ??= createBlocks(new Random('weight'))
  return blocks
}

function createBlocks(random: Random): string[] {
  const kinds = [
    () => `<script>${repeat(() => writeStatement(random))}</script>`,
    () => `<style>${repeat(() => writeRule(random))}</style>`,
    () =>
      `<script type="a-state" data-a-state="{&quot;key&quot;:&quot;${randomName(random)}-state&quot;}">[${repeat(() => `${writeState(random)},`)}{}]</script>`,
  ]
  return kinds.flatMap((make) => Array.from({ length: BLOCKS_OF_A_KIND }, make))
}

function repeat(write: () => string): string {
  let text = ''
  while (text.length < BLOCK_SIZE) text += write()
  return text
}

function randomName(random: Random): string {
  return `${random.pick(NAMES)}${random.text(LETTERS, 4)}`
}

function writeStatement(random: Random): string {
  const name = randomName(random)
  return random.pick([
    `(window.${name}=window.${name}||[]).push({${random.pick(KEYS)}:"${random.text(LETTERS, 22)}",at:+new Date});\n`,
    `P.when("A","${name}").execute(function(A,${random.pick(NAMES)}){if(A.state("${name}")>${random.int(1, 99)}){return;}A.trigger("${name}:ready");});\n`,
    `var ${name}=function(e,t){for(var n=0;n<e.length&&n<${random.int(2, 64)};n++){t(e[n]||"<!-- ${random.text(LETTERS, 6)} -->");}};\n`,
  ])
}

function writeState(random: Random): string {
  return JSON.stringify({
    [random.pick(KEYS)]: random.text(LETTERS, 26),
    [random.pick(NAMES)]: random.int(0, 99_999),
    asinLike: `X${random.text(LETTERS, 9)}`,
    nested: { [random.pick(KEYS)]: random.chance(0.5), price: null },
  })
}

function writeRule(random: Random): string {
  return `._${random.text(LETTERS, 5)}_${randomName(random)}_${random.text(LETTERS, 5)}{${random.pick(PROPERTIES)};${random.pick(PROPERTIES)}}\n`
}
