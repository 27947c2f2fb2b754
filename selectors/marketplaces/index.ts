export {
  domains,
  isDomain,
  marketplaces,
  otherDomains,
  pageMarketplaces,
  site,
  type Domain,
  type PageDomain,
} from './all.ts'
export { com } from './com.ts'
export { coUk } from './co-uk.ts'
export { de } from './de.ts'
export { fr } from './fr.ts'
export { it } from './it.ts'
export { es } from './es.ts'
export { nl } from './nl.ts'
export { pl } from './pl.ts'
export { se } from './se.ts'
export { ca } from './ca.ts'
export { comMx } from './com-mx.ts'
export { comBr } from './com-br.ts'
export { comAu } from './com-au.ts'
export { coJp } from './co-jp.ts'
export { sg } from './sg.ts'
export { inMarketplace } from './in.ts'
export { comTr } from './com-tr.ts'
export { ae } from './ae.ts'
export { sa } from './sa.ts'
export { eg } from './eg.ts'
export { ie } from './ie.ts'
export { comBe } from './com-be.ts'
export { coZa } from './co-za.ts'
