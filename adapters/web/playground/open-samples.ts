import { records } from '../parts/records.ts'
import { isDomain } from './address.ts'
import { askReader } from './reader/reader.ts'
import { loadSample, type AskedSamples } from './samples.ts'
import { activity, chosen, endComparison, fail, isComparing, open, shown } from './state.ts'

/** Opens a page that the server has kept, or compares two. */
export async function openSamples({ id, other, field }: AskedSamples): Promise<void> {
  try {
    endComparison()
    await openSample(id, field)
    // A page that can't be read has said so.
    if (other === null || !isShown(id)) return
    isComparing.value = true
    await openSample(other, null)
    chosen.value = field
  } catch (error) {
    endComparison()
    fail(error)
  }
}

function isShown(id: string): boolean {
  const { origin } = shown.value ?? {}
  return origin?.kind === 'sample' && origin.sample.id === id
}

async function openSample(id: string, field: string | null): Promise<void> {
  activity.value = { kind: 'busy', text: 'Asking the server for the page …' }
  const { facts, bytes } = await loadSample(id)
  const [page] = await askReader('findPages', bytes, `${id}.html.gz`)
  if (page === undefined || page.problem !== null) throw new Error(page?.problem ?? 'The file of the page is empty.')
  const { domain, url, status, contentType } = facts
  const options = {
    record: records.find(({ name }) => name === facts.record)?.name,
    domain: isDomain(domain) ? domain : undefined,
    url: url ?? undefined,
    status: status ?? undefined,
    contentType: contentType ?? undefined,
    keepsImages: false,
  }
  await open({ kind: 'sample', sample: facts }, { saved: page.name }, options, field)
}
