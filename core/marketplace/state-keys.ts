/** Keys under which scripts store data of the product. They are names: letters, digits and underscores. */
export interface StateKeys {
  /** The gallery: a list of images, or an object with the list under `galleryList`. Best first. */
  readonly gallery: readonly string[]
  readonly videos: string
  /** Children of the variation family, with the values of their dimensions. */
  readonly children: string
  /** Names of the dimensions, in the order of those values. */
  readonly dimensions: string
  /** Displayed labels of the dimensions. */
  readonly dimensionLabels: string
  /** Parent of a variation family, which can be another product's. */
  readonly parent: readonly string[]
  /** The description, which a script writes into a frame. */
  readonly descriptionFrame: string
}

/** Names inside those values, or next to them. */
export interface StateMembers {
  readonly galleryList: string
  /** Address of an image, largest first. */
  readonly image: readonly string[]
  /** Sizes of an image, by address. */
  readonly imageSizes: string
  /** Address of a small image. */
  readonly thumbnail: readonly string[]
  /** Keys of the page's own ASIN next to its parent. */
  readonly own: readonly string[]
  /** Parameter of the page's own ASIN in an address of the family. */
  readonly ownParameter: string
}

/** Finds all keys in one pass over a script. */
export function compileStateKeys(state: Readonly<Record<keyof StateKeys, string | readonly string[]>>): RegExp {
  return new RegExp(Object.values(state).flat().join('|'), 'g')
}
