import type { Token } from './lex.ts';
import { ReadingProblem } from './problem.ts';

/**
 * Names that reach files, memory, settings or the engine's own pages, wherever they stand in a text. The library that is at
 * hand brings some that SQLite itself has not.
 */
const refusedNames: ReadonlySet<string> = new Set(
  `load_extension readfile writefile edit fsdir dbstat carray vector_top_k fts3tokenize fts3_tokenizer lsmode bytecode
  tables_used completion`.split(/\s+/),
);
const refusedBeginning = /^(?:sqlite|sqlite3|sqlite3mc|libsql|pragma)_\w*$/;
const harmless: ReadonlySet<string> = new Set(['sqlite_version', 'sqlite_source_id']);

export function isRefusedName(name: string): boolean {
  const folded = name.toLowerCase();
  return refusedNames.has(folded) || (refusedBeginning.test(folded) && !harmless.has(folded));
}

/** A text may be a table's name here too, so what is refused is refused in quotes of every kind. */
export function assertHarmless(tokens: readonly Token[]): void {
  for (const { kind, written, start } of tokens) {
    if (kind === 'number' || kind === 'symbol' || !isRefusedName(written)) continue;
    throw new ReadingProblem('refused', `"${written}" may not be used here.`, start);
  }
}

/** Functions that look at nothing but their arguments, the rows, and the clock. All others are refused. */
const functions: ReadonlySet<string> = new Set(
  `abs acos acosh asin asinh atan atan2 atanh atn2 avg bm25 ceil ceiling changes char charindex coalesce concat concat_ws cos cosh
  cot coth count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank difference exp
  first_value floor format geopoly_area geopoly_bbox geopoly_blob geopoly_ccw geopoly_contains_point geopoly_group_bbox
  geopoly_json geopoly_overlap geopoly_regular geopoly_svg geopoly_within geopoly_xform glob group_concat hex highlight ifnull iif
  instr json json_array json_array_length json_error_position json_extract json_group_array json_group_object json_insert
  json_object json_patch json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_extract
  jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag
  last_insert_rowid last_value lead leftstr length like likelihood likely ln log log10 lower lower_quartile ltrim match matchinfo
  max median min mod mode nth_value ntile nullif octet_length offsets padc padl padr percent_rank pi pow power printf proper quote
  radians random randomblob rank regexp regexpi replace replicate reverse rightstr round row_number rtrim sha3 sign sin sinh
  snippet soundex sqlite_source_id sqlite_version sqrt square stdev strfilter strftime string_agg substr substring subtype sum tan
  tanh time timediff total total_changes trim trunc typeof unhex unicode unixepoch unlikely upper upper_quartile uuid uuid_blob
  uuid_str variance vector vector_distance_cos vector_distance_l2 vector_extract vector32 vector64 zeroblob -> ->>`.split(
    /\s+/,
  ),
);

export function isOpenFunction(name: string): boolean {
  return functions.has(name.toLowerCase());
}

/** What the engine calls by itself where it changes a table's definition. */
export function isOwnFunction(name: string): boolean {
  return /^sqlite_(?:rename|drop|add)_\w+$/.test(name);
}
