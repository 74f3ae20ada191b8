import { MySQL, PostgreSQL, SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql';

/** Functions that are coloured; the database's own list completes. */
const builtin =
  'count sum avg min max coalesce nullif date_trunc date_part extract now current_date current_timestamp round floor ceil abs lower upper length substring trim replace concat row_number rank dense_rank lag lead first_value last_value median quantile_cont stddev string_agg array_agg list greatest least strftime to_char cast try_cast if ifnull regexp_matches split_part';

const embedded = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords} qualify pivot unpivot asof semi anti positional exclude summarize describe sample`,
  builtin,
  doubleDollarQuotedStrings: true,
});

const byBackend: Readonly<Record<string, SQLDialect>> = {
  duckdb: embedded,
  postgresql: PostgreSQL,
  mysql: MySQL,
  sqlite: SQLite,
};

/** The editor's grammar for a database; standard SQL where there is none of its own. */
export function grammarOf(backend: string | undefined): SQLDialect {
  return byBackend[backend ?? ''] ?? StandardSQL;
}

const names: Readonly<Record<string, string>> = {
  duckdb: 'DuckDB',
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
  sqlite: 'SQLite',
  clickhouse: 'ClickHouse',
  trino: 'Trino',
};

/** A kind of database as people write it. */
export function backendName(backend: string | undefined): string {
  return names[backend ?? ''] ?? backend ?? '';
}
