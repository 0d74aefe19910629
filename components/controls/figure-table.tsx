import type { ReactNode } from 'react';

export interface FigureColumn<Row> {
  name: string;
  unit?: string;
  value: (row: Row) => ReactNode;
}

interface FigureTableProps<Row extends { id: string; name: string }> {
  label: string;
  /** The heading of the names. */
  heading: string;
  rows: Row[];
  columns: FigureColumn<Row>[];
  /** Rows that paper has room for. */
  printedRows?: number;
}

/** Figures by name. On narrow screens it scrolls sideways by itself; on paper it is small. */
export function FigureTable<Row extends { id: string; name: string }>({
  label,
  heading,
  rows,
  columns,
  printedRows = rows.length,
}: FigureTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-lg border">
      <table className="w-full border-collapse text-right text-sm tabular-nums print:text-[7pt] print:leading-tight">
        <thead>
          <tr className="border-b bg-raised text-muted text-xs print:text-[7pt] print:leading-tight">
            <th
              scope="col"
              className="sticky left-0 bg-raised px-3 py-2 text-left align-top font-medium print:px-0.5 print:py-1"
            >
              {heading}
            </th>
            {columns.map(({ name, unit }) => (
              <th key={name} scope="col" className="px-3 py-2 align-top font-medium print:px-0.5 print:py-1">
                <span className="whitespace-nowrap">{name}</span>
                {unit ? <span className="block whitespace-nowrap font-normal text-faint">{unit}</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id} className={`border-b last:border-0 ${index < printedRows ? '' : 'print:hidden'}`}>
              <th
                scope="row"
                dir="auto"
                className="sticky left-0 max-w-48 truncate bg-canvas px-3 py-2 text-left font-medium max-sm:max-w-32 print:max-w-24 print:px-0.5 print:py-0.5 print:leading-tight"
              >
                {row.name}
              </th>
              {columns.map(({ name, value }) => (
                <td
                  key={name}
                  className="whitespace-nowrap px-3 py-2 font-mono text-xs print:px-0.5 print:py-0.5 print:font-sans print:text-[7pt] print:leading-tight"
                >
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
