import * as maps from './maps.ts'
import { baseSite } from './site.ts'

/** What all marketplaces have in common: the site, without the words of any language, and the maps of all records. */
export const base = { ...maps, site: baseSite }

/** The maps of all records, by name. */
export type BaseMaps = typeof maps
