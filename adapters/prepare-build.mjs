// Builds after `npm ci` and before the package is packed. `npx shelfmark` in a clone runs this script too, when it links
// the clone into its cache: then the build that is there stays, so that the command starts at once.
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isLink = process.env.npm_command === 'exec'
if (!isLink || !existsSync('dist/adapters/cli/main.js')) execSync('npm run build', { stdio: 'inherit' })
