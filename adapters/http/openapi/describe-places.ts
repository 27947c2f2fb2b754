import type { PlaceForms } from '../../../core/index.ts'
import { marketplaces } from '../../../selectors/index.ts'

const NOTHING = '-'
const FORM = /^must be /

/** What each marketplace takes, as a table in Markdown. */
const PLACE_TABLE = [
  '| Marketplace | `zip` | `city` | `zip=auto` | `ship_to` |',
  '| --- | --- | --- | --- | --- |',
  ...[...marketplaces.values()].map(({ domain, places }) => {
    const { zip, city, known, country } = places
    const form = zip === null ? NOTHING : zip.rule.replace(FORM, '')
    const auto = zip === null || known === null ? NOTHING : `\`${known.zip}\``
    return `| ${domain} | ${form} | ${describeCity(city)} | ${auto} | all but ${country} |`
  }),
].join('\n')

function describeCity(city: PlaceForms['city']): string {
  if (city === null) return NOTHING
  return city.needsZip ? 'with `zip`' : 'alone'
}

/** Places of delivery, in Markdown. */
export const PLACES = `## Place of delivery

Price, stock, offers and delivery depend on the place of the visitor. With \`zip\`, \`city\` or \`ship_to\`, an answer is for that place, or it is the error \`location_not_applied\`: what the page shows in its own header is compared with what was asked for, by letters and digits. \`Svc-Location\` says how it was proven. Not one answer with 200 is for another place. The price is the same as without.

${PLACE_TABLE}

Spaces, hyphens and case of a postal code do not count.`
