/** Orders of search results. */
export const SEARCH_SORTS = ['best_match', 'price_asc', 'price_desc', 'avg_customer_review', 'newest'] as const
