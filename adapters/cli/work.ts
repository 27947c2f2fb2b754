import { once } from 'node:events'
import { defineCommand } from 'citty'
import { startWorker } from '../server/start-worker.ts'
import { EXIT, fail } from './exit-codes.ts'
import { requireConfig } from './require-config.ts'
import { startOrFail } from './start-or-fail.ts'

export const workCommand = defineCommand({
  meta: { name: 'work', description: 'Work on batches, beside the servers on one Redis; settings as for serve.' },
  async run() {
    const config = requireConfig()
    if (config.redisUrl === null) {
      fail(
        'a worker shares its work over a Redis: name one in SHELFMARK_REDIS_URL. Without one, the server works itself',
      )
    }
    const { adminPort, close } = await startOrFail(() => startWorker(config))
    const metrics = adminPort === null ? '' : `; metrics and administration are on port ${adminPort}`
    process.stderr.write(`shelfmark works on batches${metrics}\n`)
    const [signal] = (await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])) as [string]
    process.stderr.write(`shelfmark: ${signal}, items that run are ended\n`)
    await close()
    // Of a Redis that is away, a library still waits for an answer.
    process.exit(EXIT.ok)
  },
})
