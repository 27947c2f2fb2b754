import type { ComponentChildren } from 'preact'
import { Button } from '../kit/button.tsx'
import { formatNumber } from '../kit/format.ts'
import { Loading } from '../kit/loading.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { PagePane } from './page-pane.tsx'
import { PageWords } from './page-words.tsx'
import type { Comparison } from './reader/compare.ts'
import { askReader } from './reader/reader.ts'
import { chosen, endComparison, pointed, swap, unpoint, type Shown } from './state.ts'
import { titleOf } from './title-of.ts'
import { previewOf } from './value.tsx'

/** Two pages side by side, and what their records and what gave them differ in. */
export function CompareView({ before, after }: { readonly before: Shown; readonly after: Shown }) {
  const [first, second] = [before.reading.id, after.reading.id]
  const loaded = useLoaded(() => askReader('compare', first, second), [first, second])
  return (
    <>
      <div class="row apart">
        <h2>What differs</h2>
        <div class="row">
          <Button text="Swap the pages" onClick={swap} />
          <Button text="Close the second page" onClick={endComparison} />
        </div>
      </div>
      <div class="panes compared">
        {[before, after].map((page, index) => (
          <section key={page.reading.id} class="stack tight" aria-label={index === 0 ? 'Before' : 'After'}>
            <h3 class="small clip">
              {index === 0 ? 'Before' : 'After'}: <PageWords text={titleOf(page)} />
            </h3>
            <PagePane
              key={`${page.reading.id} ${page.keepsImages}`}
              page={page.reading.page}
              provenance={page.provenance}
              hasImages={page.keepsImages}
              label={index === 0 ? 'The page before' : 'The page after'}
            />
          </section>
        ))}
      </div>
      <section class="stack" aria-label="Differences">
        <Loading of={loaded}>{(comparison) => <Differences comparison={comparison} />}</Loading>
      </section>
    </>
  )
}

function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { incomparable, changes, moved } = comparison
  const isSame = changes.length === 0 && moved.length === 0
  return (
    <>
      {incomparable !== null && (
        <p class="notice">
          The pages have another {incomparable}: a difference of values need not be a change of the shop.
        </p>
      )}
      <p>
        {isSame
          ? 'The records are the same, and were read from the same.'
          : `Values that differ: ${formatNumber(changes.length)}. The same, but read from something else: ${formatNumber(moved.length)}.`}{' '}
        <span class="quiet">Words that move by themselves, such as dates of delivery, are not compared.</span>
      </p>
      {!isSame && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Table of differences">
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
                <th scope="col">Read from</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after, percent, winnerBefore, winnerAfter }) => (
                <Row key={field} field={field} winners={[winnerBefore, winnerAfter]}>
                  <td>
                    <PageWords text={previewOf(before)} />
                  </td>
                  <td>
                    <PageWords text={previewOf(after)} />{' '}
                    {percent !== null && <span class="quiet">{`${percent > 0 ? '+' : ''}${percent} %`}</span>}
                  </td>
                </Row>
              ))}
              {moved.map(({ field, winnerBefore, winnerAfter }) => (
                <Row key={field} field={field} winners={[winnerBefore, winnerAfter]}>
                  <td colSpan={2} class="quiet">
                    the same
                  </td>
                </Row>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

interface RowProps {
  readonly field: string
  readonly winners: readonly [before: string | null, after: string | null]
  readonly children: ComponentChildren
}

/** A difference. Its field is marked in both pages while it is pointed at, or when it is chosen. */
function Row({ field, winners: [before, after], children }: RowProps) {
  const point = (): void => {
    pointed.value = { paths: [field], within: 'record' }
  }
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          class="plain"
          aria-pressed={chosen.value === field}
          onClick={() => (chosen.value = chosen.value === field ? null : field)}
          onPointerEnter={point}
          onPointerLeave={unpoint}
          onFocus={point}
          onBlur={unpoint}
        >
          <code>{field}</code>
        </button>
      </th>
      {children}
      <td>
        {before === after ? (
          <code class="quiet">{before ?? '–'}</code>
        ) : (
          <>
            <span class="tag warn">drift</span> <code>{before ?? 'nothing'}</code> → <code>{after ?? 'nothing'}</code>
          </>
        )}
      </td>
    </tr>
  )
}
