import type { LockedPackage, Manifest } from './packages.ts'

/** A bill of materials in CycloneDX 1.6. The same packages give the same bytes: it has no time and no random number. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly version: 1
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Component {
  readonly type: 'application' | 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly scope?: 'required' | 'optional'
  readonly licenses: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
}

/** `packages`: by their paths in the lock file. Those that not everyone gets have the scope `optional`. */
export function toSbom(
  { name, version, license, dependencies }: Manifest,
  packages: ReadonlyMap<string, LockedPackage & { readonly reach: string }>,
): Sbom {
  const own = toPurl({ name, version })
  const components = new Map<string, Component>()
  const needs = new Map<string, Set<string>>()
  const purlOf = (path: string): string[] => {
    const found = packages.get(path)
    return found === undefined ? [] : [toPurl(found)]
  }
  for (const one of packages.values()) {
    const purl = toPurl(one)
    const isRequired = one.reach === 'always' || components.get(purl)?.scope === 'required'
    components.set(purl, { ...toComponent(one, purl), scope: isRequired ? 'required' : 'optional' })
    needs.set(purl, new Set([...(needs.get(purl) ?? []), ...one.needs.flatMap(purlOf)]))
  }
  needs.set(own, new Set(Object.keys(dependencies).flatMap((each) => purlOf(`node_modules/${each}`))))
  const component = { type: 'application', 'bom-ref': own, name, version, purl: own } as const
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...component, licenses: toLicenses(license) } },
    components: [...components.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies: [...needs]
      .map(([ref, refs]) => ({ ref, dependsOn: [...refs].toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  }
}

function toComponent({ name, version, license, integrity }: LockedPackage, purl: string): Component {
  const [, base64 = ''] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  const content = Buffer.from(base64, 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: toLicenses(license),
    ...(content === '' ? {} : { hashes: [{ alg: 'SHA-512', content }] }),
  }
}

function toLicenses(license: string | null): Component['licenses'] {
  if (license === null) return []
  return /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}

/** `pkg:npm/%40scope/name@1.0.0`. */
function toPurl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
