import type { Marketplace } from '../../core/marketplace/marketplace.ts'
import type { Site } from '../../core/marketplace/site.ts'
import { base, type BaseMaps } from '../base/index.ts'
import { languages } from '../languages/index.ts'
import { com } from './com.ts'
import { coUk } from './co-uk.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { es } from './es.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { se } from './se.ts'
import { ca } from './ca.ts'
import { comMx } from './com-mx.ts'
import { comBr } from './com-br.ts'
import { comAu } from './com-au.ts'
import { coJp } from './co-jp.ts'
import { sg } from './sg.ts'
import { inMarketplace } from './in.ts'
import { comTr } from './com-tr.ts'
import { ae } from './ae.ts'
import { sa } from './sa.ts'
import { eg } from './eg.ts'
import { ie } from './ie.ts'
import { comBe } from './com-be.ts'
import { coZa } from './co-za.ts'

const all = [com, coUk, de, fr, it, es, nl, pl, se, ca, comMx, comBr, comAu, coJp, sg, inMarketplace, comTr, ae, sa, eg]

/** Marketplaces that the interface does not have, and whose pages are read. */
const others = [ie, comBe, coZa]

/** A marketplace, by the end of the name of its host. */
export type Domain = (typeof all)[number]['domain']

/** A marketplace whose pages are read: one of the interface, or another. */
export type PageDomain = Domain | (typeof others)[number]['domain']

/** The domains of all marketplaces, in the order of the interface. */
export const domains: readonly Domain[] = all.map(({ domain }) => domain)

/** The domains of marketplaces that the interface does not have, and whose pages are read. */
export const otherDomains: readonly PageDomain[] = others.map(({ domain }) => domain)

/** Data of the site, with the words of all languages. */
export const site: Site = { ...base.site, languages }

/**
 * All marketplaces by domain, in the order of the interface. The first is the default.
 *
 * Each reads all languages, unlike a marketplace that is imported by its name.
 */
export const marketplaces: ReadonlyMap<string, Marketplace<Domain, BaseMaps>> = new Map(
  all.map((marketplace) => [marketplace.domain, { ...marketplace, site }]),
)

/** All marketplaces whose pages are read, by domain: those of the interface first. Each reads all languages. */
export const pageMarketplaces: ReadonlyMap<string, Marketplace<PageDomain, BaseMaps>> = new Map(
  [...all, ...others].map((marketplace) => [marketplace.domain, { ...marketplace, site }]),
)

/** Whether there is a marketplace of this domain. */
export function isDomain(text: string): text is Domain {
  return marketplaces.has(text)
}
