/** Files that name the archive or the image of the present version, as paths from the top folder. */
export const NAMING: readonly string[] = [
  'README.md',
  'adapters/server/deploy/README.md',
  'adapters/server/deploy/kubernetes.yaml',
]

/** `shelfmark-1.2.3.tgz` or `shelfmark:1.2.3` */
const NAME = /\bshelfmark(?:-(\d[\w.-]*)(?=\.tgz\b)|:(\d+\.\d+\.\d[\w.-]*))/g

/** Versions of archives and images that a text names. Order: of the text. */
export function namedVersions(text: string): readonly string[] {
  return Array.from(text.matchAll(NAME), ([, archive, image]) => archive ?? image ?? '')
}

/** A text that names the archives and images of another version. */
export function nameVersion(text: string, version: string): string {
  return text.replace(NAME, (_, archive?: string) => `shelfmark${archive === undefined ? ':' : '-'}${version}`)
}
