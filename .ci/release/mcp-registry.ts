import type { Manifest } from './packages.ts'

/** What the registry of MCP servers knows of the package. Source: https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json */
export interface ServerEntry {
  readonly $schema: string
  readonly name: string
  readonly description: string
  readonly version: string
  readonly packages: readonly object[]
}

/** The registry refuses longer ones. Unit: characters. */
const MAX_DESCRIPTION = 100

/**
 * The entry of the registry, `server.json`. Its name is `mcpName` of package.json, which proves that the package is of
 * the same publisher.
 *
 * Throws: an `Error`, when the description is longer than the registry takes.
 */
export function toServerEntry({ name, version, mcpName }: Manifest): ServerEntry {
  const description = 'Amazon product, search, best-seller, review and offer pages as data: fetched, or saved ones.'
  if (description.length > MAX_DESCRIPTION) throw new Error(`The description has ${description.length} characters`)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json',
    name: mcpName,
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          {
            type: 'named',
            name: '--server',
            description: 'Server to ask. Without it, the program fetches pages itself.',
          },
        ],
        transport: { type: 'stdio' },
        environmentVariables: [{ name: 'SHELFMARK_KEY', description: 'Key of that server.', isSecret: true }],
      },
    ],
  }
}
