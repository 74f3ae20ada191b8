interface Slicing {
  readonly table: string;
  /** Rows of all days together. */
  readonly rows: number;
  readonly slices: number;
}

/** One statement for each slice of the days; the query numbers rows from `firstRow` on and takes days by `isInSlice`. */
export function sliceBySlice({ table, rows, slices }: Slicing, query: (slice: SliceSql) => string): readonly string[] {
  const rowsOfDay = `CAST(round(${rows} * d.weight / (SELECT sum(weight) FROM shop_days)) AS BIGINT)`;
  return Array.from({ length: slices }, (_, slice) => {
    const place = `(d.n - 1) * ${slices} // (SELECT count(*) FROM shop_days)`;
    const firstRow = `(SELECT coalesce(sum(${rowsOfDay}), 0)::BIGINT FROM shop_days AS d WHERE ${place} < ${slice})`;
    const head = slice === 0 ? `CREATE OR REPLACE TABLE ${table} AS` : `INSERT INTO ${table}`;
    return `${head}\n${query({ rowsOfDay, firstRow, isInSlice: `${place} = ${slice}` })}`;
  });
}

export interface SliceSql {
  readonly rowsOfDay: string;
  /** How many rows the slices before it have. */
  readonly firstRow: string;
  readonly isInSlice: string;
}
