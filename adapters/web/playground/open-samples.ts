import { records } from '../kit/records.ts'
import { isDomain } from './address.ts'
import { askReader } from './reader/reader.ts'
import { loadSample, type AskedSamples } from './samples.ts'
import { beginOpening, chosen, endComparison, fail, isComparing, open, shown } from './state.ts'

/** Opens a page that the server has kept, or compares two. */
export async function openSamples({ id, other, field }: AskedSamples): Promise<void> {
  const isNewest = beginOpening('Asking the server for the page …')
  try {
    endComparison()
    await openSample(id, { field, isNewest })
    // A page that can't be read has said so.
    if (other === null || !isNewest() || !isShown(id)) return
    isComparing.value = true
    await openSample(other, { isNewest })
    if (isNewest()) chosen.value = field
  } catch (error) {
    if (!isNewest()) return
    endComparison()
    fail(error)
  }
}

function isShown(id: string): boolean {
  const { origin } = shown.value ?? {}
  return origin?.kind === 'sample' && origin.sample.id === id
}

async function openSample(
  id: string,
  { field = null, isNewest }: { readonly field?: string | null; readonly isNewest: () => boolean },
): Promise<void> {
  const { facts, bytes } = await loadSample(id)
  if (!isNewest()) return
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
  await open({ kind: 'sample', sample: facts }, { saved: page.name }, options, { field, isNewest })
}
