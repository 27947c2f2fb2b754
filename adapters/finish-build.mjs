// Completes the folder `dist` after the compiler: what is not TypeScript, and the licence of what is copied.
import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

cpSync('adapters/store/redis/lua', 'dist/adapters/store/redis/lua', { recursive: true })

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const target = 'dist/adapters/http/operations/swagger-ui'
mkdirSync(target, { recursive: true })
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE', 'NOTICE']) {
  cpSync(join(swagger, name), join(target, name))
}

chmodSync('dist/adapters/cli/main.js', 0o755)
