/** Attribute with the position of an element in its page, as attempts name it. */
export const POSITION = 'data-shelfmark'
