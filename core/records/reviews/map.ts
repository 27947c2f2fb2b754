import type { Selectors } from '../../selector/compile-map.ts'

/**
 * Where a page has the reviews of a product, and a review its fields: an entry for each field, spelled
 * as on the wire. Fields without an entry follow from others: `position`, `date`, `country`, `url`.
 *
 * What a product page says about the product is in the map of products.
 *
 * A selector on `*` is matched with the review, or with the element that another part found.
 */
export interface ReviewsMap {
  /** The reviews. */
  readonly review: Selectors
  /** The block that holds the reviews of a page of reviews, also when it has none. */
  readonly list: Selectors

  /** Facts about the product on a page of reviews. */
  readonly of_page: {
    readonly asin: Selectors
    readonly title: Selectors
    readonly rating: Selectors
    readonly reviews_count: Selectors
    readonly rating_stars_distribution: Selectors
    readonly review_ai_summary: Selectors
    /** Link to the next page. */
    readonly has_more: Selectors
  }
  readonly page: {
    /** The number of the page, in a row of numbers. */
    readonly selected: Selectors
    /** Links to the next page and to the previous one. */
    readonly next: Selectors
    readonly previous: Selectors
    /** What the first page has in place of the link to the previous one. */
    readonly first: Selectors
    readonly canonical: Selectors
  }
  /** What shows that the list has an order, by the order. */
  readonly sort_by: { readonly recent: Selectors; readonly helpful: Selectors }

  readonly review_topics: {
    readonly topic: Selectors
    /** The name inside of a topic that shows its number too, and the statement with the number. Without a name inside, the topic is its name. */
    readonly label: Selectors
    readonly mentions: Selectors
    /** Attributes of a topic. One has what most reviews say. */
    readonly sentiment: Selectors
    /** Blocks with the details of a topic; the attribute that names it, and the number of customers inside. */
    readonly details: Selectors
    readonly name: Selectors
    readonly count: Selectors
  }

  readonly id: {
    readonly own: Selectors
    /** Link or anchor with the id, in reviews that have no id themselves. */
    readonly link: Selectors
  }
  readonly author: {
    readonly name: Selectors
    /** A line that ends in the author. */
    readonly at_end: Selectors
    /** The author, in an element before the one that holds only the review. */
    readonly before: Selectors
  }
  readonly author_id: {
    readonly link: Selectors
    /** The link in that element. */
    readonly before: Selectors
  }
  readonly title: Selectors
  readonly rating: Selectors
  readonly content: {
    readonly text: Selectors
    /** The whole content as markup, where the content is shortened. */
    readonly whole: Selectors
    /** Elements inside that are not part of it. */
    readonly left_out: Selectors
  }
  readonly original: {
    /** Title and content in the language of the page. */
    readonly translated: Selectors
    /** Both, as the author wrote them. */
    readonly title: Selectors
    readonly content: Selectors
  }
  readonly timestamp: Selectors
  readonly is_foreign: {
    /** The review itself, or an element around it. */
    readonly own: Selectors
    readonly inside: Selectors
  }
  readonly is_verified: Selectors
  readonly is_vine: Selectors
  readonly helpful_count: Selectors
  readonly variant: {
    readonly strip: Selectors
    /** Elements inside between two dimensions. */
    readonly separator: Selectors
    /** Elements inside that say something else: badges. */
    readonly left_out: Selectors
  }
  readonly variant_asin: { readonly own: Selectors; readonly link: Selectors }
  readonly images: Selectors
  readonly has_video: Selectors
}

/** The part of the map that is about a page as a whole. */
export type ListMap = Pick<ReviewsMap, 'page' | 'sort_by' | 'review_topics'> & ReviewsMap['of_page']
