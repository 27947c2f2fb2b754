/** A section of the changelog that becomes a version. */
export interface ReleasedChangelog {
  readonly version: string
  /** The section, without its heading. */
  readonly notes: string
  /** The whole changelog, with the version in place of "Unreleased". */
  readonly text: string
}

const SECTION = /^## Unreleased\n([^]*?)(?=^## )/m
const RELEASED = /^## (\d+\.\d+\.\d+) - /m
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/
/** What the version of package.json ends with between two releases. */
const DEVELOPMENT = '-dev'

/**
 * Makes the section "Unreleased" a version.
 *
 * `version`: absent: null, the one that follows from the section and the version that was released last. Breaking changes
 * and additions raise the second number before 1.0.0; later, breaking changes raise the first one. Everything else raises
 * the third one. `present`: that of package.json, such as `0.3.0-dev`, which comes before 0.3.0. `day`: `YYYY-MM-DD`.
 *
 * Throws: an `Error` when there is no such section, when it is empty, or when the version is not above the present one.
 */
export function releaseChangelog(
  changelog: string,
  { present, version, day }: { readonly present: string; readonly version: string | null; readonly day: string },
): ReleasedChangelog {
  const notes = (SECTION.exec(changelog)?.[1] ?? '').trim()
  if (notes === '') throw new Error('CHANGELOG.md has no section "Unreleased" with changes.')
  const next = version ?? nextVersion(RELEASED.exec(changelog)?.[1] ?? '0.0.0', notes)
  const isDevelopment = present.endsWith(DEVELOPMENT)
  const above = compare(toNumbers(next), toNumbers(isDevelopment ? present.slice(0, -DEVELOPMENT.length) : present))
  if (isDevelopment ? above < 0 : above <= 0) {
    throw new Error(`The version ${next} is not above ${present}, that of package.json.`)
  }
  const text = changelog.replace(SECTION, () => `## ${next} - ${day}\n\n${notes}\n\n`)
  return { version: next, notes, text }
}

function nextVersion(released: string, notes: string): string {
  const [major, minor, patch] = toNumbers(released)
  const isBreaking = /^### Breaking changes$/m.test(notes)
  const isLarge = isBreaking || /^### Added$/m.test(notes)
  if (isBreaking && major > 0) return `${major + 1}.0.0`
  return isLarge ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

type Numbers = readonly [number, number, number]

function toNumbers(version: string): Numbers {
  const [, major, minor, patch] = VERSION.exec(version) ?? []
  if (major === undefined) throw new Error(`"${version}" is not a version such as 1.2.3.`)
  return [Number(major), Number(minor), Number(patch)]
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
