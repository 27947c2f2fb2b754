import { readFileSync } from 'node:fs'

const file = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json'

/** What package.json says of this package. */
export const { version, description, peerDependencies } = JSON.parse(
  readFileSync(new URL(file, import.meta.url), 'utf8'),
) as {
  readonly version: string
  readonly description: string
  /** Packages that are not installed with this one, and the versions that it works with. */
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** Program that extracts pages, and its version. Form: `<extractor>@<semver>`. */
export const extractorVersion = `shelfmark@${version}`
