import { fail } from './exit.ts'

/** Arguments of commands that ask a server. */
export const serverCallArgs = {
  server: {
    type: 'string',
    valueHint: 'URL',
    required: true,
    description: 'Server that is asked, such as http://127.0.0.1:8080',
  },
  key: { type: 'string', valueHint: 'KEY', description: 'Key for the server. Default: SHELFMARK_KEY' },
} as const

/** A server, and the key for it, as they are given. */
export interface ServerCall {
  readonly server: string
  readonly key?: string | undefined
}

/** Characters of a header. */
const KEY = /^[\x21-\x7E]+$/

/** A server, and the key for it. Ends the command when one of them is missing, or has another form. */
export function requireServer({ server: address, key }: ServerCall): { readonly server: string; readonly key: string } {
  const url = URL.canParse(address) ? new URL(address) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === ''
  if (!isPlain) fail(`Invalid --server "${address}". Give a URL such as http://127.0.0.1:8080.`)
  const given = (key ?? process.env['SHELFMARK_KEY'] ?? '').trim()
  if (given === '') fail('The key for the server is missing. Set SHELFMARK_KEY, or give --key.')
  // The message does not repeat a secret.
  if (!KEY.test(given)) fail('Invalid key: it contains a space or another character that keys do not have.')
  return { server: address.replace(/\/+$/, ''), key: given }
}
