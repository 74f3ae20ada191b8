import { labelOfCell } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';

const mostRows = 100;

/** The rows of a map as a table, for those who cannot see it. */
export function RowsTable({ table, caption }: { readonly table: ResultTable; readonly caption?: string }) {
  const rows = Array.from({ length: Math.min(mostRows, table.rowCount) }, (_, row) => row);
  return (
    <table>
      {caption === undefined ? null : <caption>{caption}</caption>}
      <thead>
        <tr>
          {table.columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {table.columns.map((column) => (
              <td key={column.name}>{labelOfCell(column.values[row], column).slice(0, 200)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
