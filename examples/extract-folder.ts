// Reads saved pages of any format in worker threads, and prints a JSON line for each record.
//
//   npx tsx examples/extract-folder.ts pages/ > records.jsonl
import { createPool } from 'shelfmark/pool'
import { readSavedPages, type SavedPage } from 'shelfmark/saved'

const [folder = '.'] = process.argv.slice(2)

/** The pages of the folder that can be read. They are read as the pool takes them, so that memory stays constant. */
async function* readPages(): AsyncGenerator<SavedPage> {
  for await (const page of readSavedPages(folder)) {
    if ('error' in page) console.error(`${page.name}: ${page.error.message}`)
    else yield page
  }
}

const pool = await createPool()
for await (const { input, page, error } of pool.extract(readPages())) {
  if (error !== null) console.error(`${input.name}: ${error.message}`)
  else if (page.record === null) console.error(`${input.name}: no record, a page of kind ${page.kind}`)
  else console.log(JSON.stringify({ file: input.name, record: page.record }))
}
await pool.close()
