import { readFileSync } from 'node:fs'
// Without the index, which loads all sources.
import { BROWSER_VERSIONS, parseBrowserVersions, type BrowserVersions } from '../fetch/source/browser-versions.ts'
import { readText, type SettingsInput } from './settings.ts'

const NAME = 'SHELFMARK_USER_AGENTS'

/** Versions of browsers, from the JSON file that the setting names. Default: those of shelfmark. */
export function readBrowserVersions(reading: SettingsInput): BrowserVersions {
  const file = readText(reading, NAME)
  if (file === null) return BROWSER_VERSIONS
  try {
    const versions = parseBrowserVersions(readFileSync(file, 'utf8'))
    if (typeof versions === 'object') return versions
    reading.problems.push(`${NAME}: "${file}" ${versions}`)
  } catch (error) {
    reading.problems.push(`${NAME}: ${(error as Error).message}`)
  }
  return BROWSER_VERSIONS
}
