/** Loads a part, as `adapters/load-packages.ts` does in Node. Its packages are in the bundle. */
export async function loadWithPackages<Part>(_what: string, part: () => Promise<Part>): Promise<Part> {
  return await part()
}
