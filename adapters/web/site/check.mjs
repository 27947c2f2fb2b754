import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'parse5'

/** Elements that load what their address names, without a click. */
const LOADS = new Set(['script', 'img', 'link', 'iframe', 'source', 'video', 'audio'])

/**
 * What is wrong with the pages of a folder: links that lead nowhere, and what would be loaded from elsewhere.
 *
 * @param {string} folder
 * @returns {readonly string[]}
 */
export function findWrongLinks(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  /** @type {Map<string, { readonly ids: ReadonlySet<string>, readonly links: readonly [tag: string, target: string][] }>} */
  const pages = new Map(files.map((file) => [file, readPage(readFileSync(join(folder, file), 'utf8'))]))
  return [...pages].flatMap(([file, { links }]) =>
    links.flatMap(([tag, target]) => {
      if (/^(?:data|mailto):/.test(target)) return []
      if (/^(?:[a-z]+:)?\/\//i.test(target)) return LOADS.has(tag) ? [`${file} loads ${target}`] : []
      const { pathname, hash } = new URL(target, `file:///${file}`)
      const path = decodeURIComponent(pathname.slice(1)) || 'index.html'
      const page = pages.get(path)
      if (page === undefined) return isFile(join(folder, path)) ? [] : [`${file}: ${target} does not exist`]
      const id = decodeURIComponent(hash.slice(1))
      return id === '' || page.ids.has(id) ? [] : [`${file}: ${target} has no such part`]
    }),
  )
}

/** @param {string} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** @param {string} html */
function readPage(html) {
  /** @type {Set<string>} */
  const ids = new Set()
  /** @type {[string, string][]} */
  const links = []
  /** @param {import('parse5').DefaultTreeAdapterTypes.ParentNode} parent */
  const walk = (parent) => {
    for (const node of parent.childNodes) {
      if (!('tagName' in node)) continue
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value)
        if (name === 'href' || name === 'src') links.push([node.tagName, value])
      }
      walk(node)
    }
  }
  walk(parse(html))
  return { ids, links }
}
