import type { PageLink } from './masthead.tsx'

/** Links between the pages of the port for operators. */
export function operatorLinks(): readonly PageLink[] {
  return [
    { href: '/', text: 'Dashboard' },
    { href: '/playground', text: 'Pages', isCurrent: true },
  ]
}

/** Links between the pages of the port for callers. `base`: path of the mount. */
export function pageLinks(base: string, current: 'playground' | 'docs'): readonly PageLink[] {
  return [
    { href: `${base}/`, text: 'Playground', isCurrent: current === 'playground' },
    { href: `${base}/docs`, text: 'Interface', isCurrent: current === 'docs' },
  ]
}
