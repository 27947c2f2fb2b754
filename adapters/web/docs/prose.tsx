import type { ComponentChildren } from 'preact'

/** A text of the description: paragraphs, headings below an operation, tables, and code in a line. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div class="stack prose">
      {text.split('\n\n').map((block, index) => {
        if (block.startsWith('## ')) return <h4 key={index}>{block.slice(3)}</h4>
        if (block.startsWith('| ')) return <Table key={index} rows={block.split('\n').map(readCells)} />
        return (
          <p key={index}>
            <Inline text={block} />
          </p>
        )
      })}
    </div>
  )
}

/** A line of text with its code between backticks. */
export function Inline({ text }: { readonly text: string }) {
  const parts = text.split('`')
  return (
    <>{parts.map((part, index): ComponentChildren => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  )
}

function readCells(row: string): string[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}

const CODE = /^`(\w+)`$/

/** A row about the code of an error has an address of its own: the `type` of a problem leads to it. */
function nameOf(cell: string): string | undefined {
  return CODE.exec(cell)?.[1]
}

/** The second row separates the names of the columns from the others. */
function Table({ rows: [names = [], , ...rows] }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Table: ${names.join(', ').replaceAll('`', '')}`}>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                <Inline text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr key={index}>
              {cells.map((cell, column) => (
                <td key={column} id={column === 0 && names[0] === 'Code' ? nameOf(cell) : undefined}>
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
