import { imageUrl } from './invent-listing.ts'
import type { SearchLayout, SearchLook } from './search-truth.ts'

/** One address of a picture, and the density of screens that it is for. */
export interface PictureSource {
  readonly url: string
  readonly density: string
}

const DENSITIES = ['1', '1.5', '2', '2.5', '3'] as const

/** Addresses that a card lists of its picture, the smallest first. */
export function listPictureSources(picture: string, layout: SearchLayout, look: SearchLook): PictureSource[] {
  const [host, name, side] = describeSize(layout, look)
  const densities = layout === 'table' ? DENSITIES.slice(0, 1) : layout === 'list' ? DENSITIES.slice(0, 3) : DENSITIES
  return densities.map((density) => ({
    url: imageUrl(picture, nameSize(name, side, density)).replace('m.media-amazon.com', host),
    density: `${density}x`,
  }))
}

function describeSize(layout: SearchLayout, look: SearchLook): readonly [host: string, name: string, side: number] {
  if (layout === 'table') return ['ecx.images-amazon.com', 'AA', 160]
  if (layout === 'list') return ['images-eu.ssl-images-amazon.com', 'AC_US', 218]
  return look === 'list' ? ['m.media-amazon.com', 'AC_UY', 218] : ['m.media-amazon.com', 'AC_UL', 320]
}

function nameSize(name: string, side: number, density: string): string {
  const size = `${name}${Math.round(side * Number(density))}`
  return density === '1' ? size : `${size}_FMwebp_QL65`
}
