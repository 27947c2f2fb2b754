import type { ComponentChildren } from 'preact'
import { ThemeButton } from './theme-button.tsx'

export interface PageLink {
  readonly href: string
  readonly text: string
  /** Whether it is the page that is shown. Default: false. */
  readonly isCurrent?: boolean
}

/** The top of every page: the name, links, and what the page adds. */
export function Masthead({
  home,
  links,
  children,
}: {
  readonly home: string
  readonly links: readonly PageLink[]
  readonly children?: ComponentChildren
}) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="masthead">
        <a class="name" href={home}>
          shelfmark
        </a>
        <nav aria-label="Pages">
          {links.map(({ href, text, isCurrent }) => (
            <a href={href} key={href} aria-current={isCurrent === true ? 'page' : undefined}>
              {text}
            </a>
          ))}
        </nav>
        {children}
        <ThemeButton />
      </header>
    </>
  )
}
