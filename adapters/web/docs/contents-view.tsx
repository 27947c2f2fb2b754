import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { findEntries, listEntries, type Entry } from './contents.ts'

/** From this width on, the contents are beside the page, and always open. */
const WIDE = '(min-width: 64rem)'

/** What the page has, with a search. */
export function ContentsView({ document: described }: { readonly document: OpenApiDocument }) {
  const entries = useMemo(() => listEntries(described), [described])
  const wanted = useSignal('')
  const isOpen = useSignal(matchMedia(WIDE).matches)
  const hash = useSignal(location.hash)
  useEffect(() => {
    const media = matchMedia(WIDE)
    const follow = (): void => void (isOpen.value = media.matches)
    const move = (): void => void (hash.value = location.hash)
    media.addEventListener('change', follow)
    addEventListener('hashchange', move)
    return () => {
      media.removeEventListener('change', follow)
      removeEventListener('hashchange', move)
    }
  }, [])
  const found = findEntries(entries, wanted.value)
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <details class="contents" open={isOpen.value} onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>Contents and search</summary>
      <nav aria-label="Contents" class="stack tight">
        <input
          type="search"
          aria-label="Search the interface"
          placeholder="Search: zip, rate_limited, …"
          value={wanted.value}
          onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
        />
        <p class="unseen" role="status">
          {wanted.value.trim() === '' ? '' : `${found.length} found`}
        </p>
        {found.length === 0 && <p class="quiet">Nothing on this page has these words.</p>}
        {groups.map((group) => (
          <div key={group}>
            <p class="group">{group}</p>
            <ul aria-label={group}>
              {found
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <Line
                    key={entry.id}
                    entry={entry}
                    isCurrent={hash.value === `#${entry.id}`}
                    onFollow={() => (isOpen.value = matchMedia(WIDE).matches)}
                  />
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </details>
  )
}

interface LineProps {
  readonly entry: Entry
  readonly isCurrent: boolean
  readonly onFollow: () => void
}

function Line({ entry: { id, title, method }, isCurrent, onFollow }: LineProps) {
  return (
    <li>
      <a href={`#${id}`} aria-current={isCurrent ? 'location' : undefined} onClick={onFollow}>
        {method !== null && <span class={`method ${method.toLowerCase()}`}>{method}</span>} {title}
      </a>
    </li>
  )
}
