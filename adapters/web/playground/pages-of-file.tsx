import { formatNumber, formatSize } from '../kit/format.ts'
import type { FoundPage } from './reader/protocol.ts'
import { openPage } from './state.ts'

interface PagesOfFileProps {
  readonly file: string
  readonly pages: readonly FoundPage[]
}

/** The pages of a file that holds several: one is opened. */
export function PagesOfFile({ file, pages }: PagesOfFileProps) {
  return (
    <section class="stack tight" aria-label="Pages of the file">
      <h3 class="small">
        {file}: {formatNumber(pages.length)} pages
      </h3>
      <ol class="fields pages">
        {pages.map(({ name, url, size, problem }) => (
          <li key={name}>
            <button
              type="button"
              class="entry"
              disabled={problem !== null}
              onClick={() => void openPage({ saved: name }, name)}
            >
              <code>{name.slice(file.length)}</code>
              <span class="value">{problem ?? url ?? ''}</span>
              {size !== null && <span class="small quiet">{formatSize(size)}</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
