// Completes the folder `dist` after the compiler: what is not TypeScript, and the pages for browsers.
import { chmodSync, cpSync } from 'node:fs'

cpSync('adapters/store/redis/lua', 'dist/adapters/store/redis/lua', { recursive: true })
await import('./web/build.mjs')
chmodSync('dist/adapters/cli/main.js', 0o755)
