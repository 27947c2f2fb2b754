import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A certificate with its key. `file` has the certificate, for `NODE_EXTRA_CA_CERTS`. */
export interface Certificate {
  readonly file: string
  readonly cert: Buffer
  readonly key: Buffer
}

/** Makes a certificate that signs itself. Absent: null, there is no openssl; the test says loudly what was not checked. */
export function createCertificate(t: TestContext, host: string, days = '2'): Certificate | null {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-tls-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [file, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', days]
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  try {
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', keyFile, '-out', file], { stdio: 'pipe' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const message = `NOT CHECKED: ${t.name}: there is no openssl`
    console.warn(`\n*** ${message} ***\n`)
    t.skip(message)
    return null
  }
  return { file, cert: readFileSync(file), key: readFileSync(keyFile) }
}
