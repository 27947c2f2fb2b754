// Makes a build smaller: what users install is what programs import, and nothing beside it.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { build } from 'esbuild'

/** Folders of the package. */
const PACKED = ['core', 'selectors', 'adapters']
const IMPORT = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g
/** Packages of which little is used, by the module that imports them: their code is put into the module. */
const BUNDLED = { 'adapters/cli/list/parse-list.js': 'csv-parse' }

/** Puts the code of packages into the modules that import them. Gives the inputs of all outputs, by their paths. */
export async function bundlePackages(folder) {
  const inputs = {}
  for (const [module, name] of Object.entries(BUNDLED)) {
    const file = join(folder, module)
    const keepOthers = {
      name: 'only the package',
      setup({ onResolve }) {
        onResolve({ filter: /./ }, ({ path, kind, importer }) => {
          const isInside = path.split('/')[0] === name || importer.includes(`/node_modules/${name}/`)
          return kind === 'entry-point' || isInside ? undefined : { path, external: true }
        })
      },
    }
    const { outputFiles, metafile } = await build({
      entryPoints: [file],
      plugins: [keepOthers],
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      metafile: true,
      write: false,
    })
    writeFileSync(file, outputFiles[0].contents)
    for (const output of Object.values(metafile.outputs)) Object.assign(inputs, output.inputs)
  }
  return inputs
}

/** Removes declarations of types that no entry of the package leads to. */
export function removeUnusedTypes(folder, entries) {
  const used = new Set()
  const waiting = entries.map((path) => join(folder, path))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (used.has(path) || !existsSync(path)) continue
    used.add(path)
    for (const [, imported] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      waiting.push(normalize(join(dirname(path), imported.replace(/(?:\.d)?\.[jt]s$/, '.d.ts'))))
    }
  }
  for (const own of PACKED) {
    for (const name of readdirSync(join(folder, own), { recursive: true })) {
      const path = join(folder, own, name)
      if (path.endsWith('.d.ts') && !used.has(path)) rmSync(path)
    }
  }
}
