/** A table of Markdown whose columns are aligned, for a terminal and for a README. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, ...[heading, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  )
  const printRow = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [printRow(headings), printRow(widths.map((width) => '-'.repeat(width))), ...rows.map(printRow)].join('\n')
}
