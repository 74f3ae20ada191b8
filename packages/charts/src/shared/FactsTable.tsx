export interface FactsTableProps {
  readonly head: readonly string[];
  /** The name first, then its figures as they are written. */
  readonly rows: readonly (readonly string[])[];
}

const mostRows = 100;

/** What a picture shows, as a table for those who cannot see it. */
export function FactsTable({ head, rows }: FactsTableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, mostRows).map(([name, ...figures], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {figures.map((figure, index) => (
              <td key={head[index + 1]}>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
