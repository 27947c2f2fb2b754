/**
 * What a record costs a language model to read: characters and tokens of its Markdown against its JSON, for each record,
 * on real pages where there are some, else on simulated ones.
 *
 * Usage: npm run bench -- tokens
 */
import { extractRecord } from '../adapters/pages/index.ts'
import { printMarkdown } from '../adapters/table/markdown.ts'
import { records } from '../core/index.ts'
import { isDomain } from '../selectors/index.ts'
import { countTokens } from '../test/support/count-tokens.ts'
import { describedPages, samplePages } from './pages.ts'

/** Of all pages of a record, in a unit. */
interface Sizes {
  json: number
  markdown: number
}

const count = (measure: (text: string) => number, texts: readonly (readonly [string, string])[]): Sizes => ({
  json: texts.reduce((sum, [json]) => sum + measure(json), 0),
  markdown: texts.reduce((sum, [, markdown]) => sum + measure(markdown), 0),
})

console.log(`Means of a record of ${describedPages}; tokens in the encoding o200k_base.`)
console.log('| Record | Pages | Tokens of JSON | Tokens of Markdown | Tokens | Characters |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const definition of records) {
  const texts = samplePages(definition.name).flatMap(({ bytes, domain }) => {
    const { record } = extractRecord(definition.name, bytes, isDomain(domain) ? { domain } : {})
    return record === null ? [] : [[JSON.stringify(record), printMarkdown(definition, record)] as const]
  })
  const [tokens, characters] = [count(countTokens, texts), count((text) => text.length, texts)]
  const mean = (sum: number): string => Math.round(sum / texts.length).toLocaleString('en-US')
  const share = ({ json, markdown }: Sizes): string => `${Math.round((100 * markdown) / json)} %`
  const cells = [texts.length, mean(tokens.json), mean(tokens.markdown), share(tokens), share(characters)]
  console.log(`| ${definition.name} | ${cells.join(' | ')} |`)
}
