/** End of the class that stars have, which are drawn in halves: 4.3 is "4-5". */
export function starClass(rating: number): string {
  return String(Math.round(rating * 2) / 2).replace('.', '-')
}
