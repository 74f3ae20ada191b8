import * as grammars from '@codemirror/lang-sql';
import { reservedWords } from './keywords.ts';

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

/** Standard SQL with what analytical engines add to it. */
const analytical = grammars.SQLDialect.define({
  ...grammars.StandardSQL.spec,
  // The grammar's own list counts words such as `name` and `id` as keywords, which are common names of columns.
  keywords: [...reservedWords, ...moreKeywords]
    .filter((word) => !commonNames.has(word))
    .join(' ')
    .toLowerCase(),
  types,
  builtin,
  doubleDollarQuotedStrings: true,
});

/** The editor's grammar for a database: one of the library's when it has that name, else the analytical one. */
export function grammarOf(backend: string | undefined): grammars.SQLDialect {
  const found = Object.entries(grammars).find(([name]) => name.toLowerCase() === backend?.toLowerCase());
  return found?.[1] instanceof grammars.SQLDialect ? found[1] : analytical;
}
