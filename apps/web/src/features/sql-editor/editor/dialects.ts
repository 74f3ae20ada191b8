import { MySQL, PostgreSQL, SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql';
import { reservedWords } from '../completion/keywords.ts';

/** Functions that are coloured; the database's own list completes. */
const builtin =
  'count sum avg min max coalesce nullif date_trunc date_part extract now current_date current_timestamp round floor ceil abs lower upper length substring trim replace concat row_number rank dense_rank lag lead first_value last_value median quantile_cont stddev string_agg array_agg list greatest least strftime to_char cast try_cast if ifnull regexp_matches split_part';

const moreKeywords =
  'SET INTO VALUES RETURNING VIEW REPLACE TEMP TEMPORARY SCHEMA INDEX IF NOT CASCADE BEGIN COMMIT ROLLBACK PIVOT UNPIVOT ASOF SEMI ANTI POSITIONAL EXCLUDE SUMMARIZE DESCRIBE SAMPLE LATERAL NATURAL FETCH ESCAPE SIMILAR COLLATE'.split(
    ' ',
  );

/** Keywords that stand for a function or a column more often than not. */
const commonNames = new Set(['RANGE', 'ROW', 'FIRST', 'LAST', 'CURRENT', 'USER', 'COLUMN', 'CHECK', 'INDEX']);

const types =
  'bigint integer int smallint tinyint hugeint double real float decimal numeric boolean bool varchar text char date timestamp timestamptz time uuid blob json list struct map enum';

const embedded = SQLDialect.define({
  ...PostgreSQL.spec,
  // The grammar's own list counts words such as `name` and `id` as keywords, which are common names of columns.
  keywords: [...reservedWords, ...moreKeywords]
    .filter((word) => !commonNames.has(word))
    .join(' ')
    .toLowerCase(),
  types,
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
