interface UseTableProps<Row extends { id: string; name: string }> {
  label: string;
  rows: Row[];
  columns: (readonly [name: string, value: (row: Row) => string])[];
}

/** Figures by name. On narrow screens it scrolls sideways by itself. */
export function UseTable<Row extends { id: string; name: string }>({ label, rows, columns }: UseTableProps<Row>) {
  if (rows.length === 0) return <p className="text-muted">Nothing yet. The first day counts once it is over.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-lg border">
      <table className="w-full border-collapse text-right text-sm tabular-nums">
        <thead>
          <tr className="border-b bg-raised text-muted text-xs">
            <th scope="col" className="sticky left-0 bg-raised px-3 py-2 text-left font-medium">
              Name
            </th>
            {columns.map(([name]) => (
              <th key={name} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b last:border-0">
              <th
                scope="row"
                dir="auto"
                className="sticky left-0 max-w-48 truncate bg-canvas px-3 py-2 text-left font-medium"
              >
                {row.name}
              </th>
              {columns.map(([name, value]) => (
                <td key={name} className="whitespace-nowrap px-3 py-2 font-mono text-xs">
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
