// Receives finished batches, verifies their signatures, and keeps each once, as FOLDER/<id>.json.
//
// The secret of a batch is in the answer to its creation: store it as FOLDER/<id>.secret.
//
//   npx tsx examples/receive-webhooks.ts batches
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook } from 'shelfmark/webhook'

const [folder = 'batches'] = process.argv.slice(2)
const ID = /^[0-9a-f-]{36}$/

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = String(request.headers['x-svc-batch-id'])
  // The id becomes the name of a file, and anybody can send it.
  const secret = ID.test(id) ? await readFile(join(folder, `${id}.secret`), 'utf8').catch(() => null) : null
  const body = await buffer(request)
  if (secret === null || !(await verifyWebhook(body, request.headers, secret.trim()))) {
    response.writeHead(401).end()
    return
  }
  const file = join(folder, `${id}.json`)
  // A delivery can come twice. A file that is there is whole, because it gets its name at the end.
  if (!existsSync(file)) {
    await writeFile(`${file}.part`, body)
    await rename(`${file}.part`, file)
    console.log(`received ${id}`)
  }
  // Only now: an answer that is not 2xx, or none, makes the service deliver again.
  response.writeHead(204).end()
}

const server = createServer((request, response) => {
  receive(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(Number(process.env.PORT ?? 9000), () => console.log('listening'))
