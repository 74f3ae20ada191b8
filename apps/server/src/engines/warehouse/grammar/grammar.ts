import type { LexRules } from '@powerset/sql';
import type { LexedScript } from '../../remote/index.ts';

/** A table as a statement names it, as its engine has it. */
export interface NamedTable {
  /** What stands before the schema; undefined where nothing does. */
  readonly catalog?: string | undefined;
  readonly schema: string | null;
  readonly table: string;
}

/** A name as it is written, without its quotes. */
export interface NamePart {
  readonly name: string;
  readonly isQuoted: boolean;
}

/** `LOOKUP(x, 'countries')` reads a table of that name. */
export interface NamingFunction {
  /** Counted from nought. */
  readonly argument: number;
  readonly schema: string;
}

/** What is particular about an engine's queries. Everything that is not named here is read as all of them have it. */
export interface SqlGrammar {
  readonly readTokens: (sql: string) => LexedScript;
  readonly lexRules: LexRules;
  /** Bare, they name nothing. */
  readonly reservedWords: ReadonlySet<string>;
  /** Words that join queries. */
  readonly setWords: ReadonlySet<string>;
  /** `QUALIFY` follows HAVING or WINDOW. */
  readonly hasQualify: boolean;
  /** `LATERAL VIEW explode(x) t AS c` follows tables. */
  readonly hasLateralViews: boolean;
  /** `DISTRIBUTE BY`, `SORT BY` and `CLUSTER BY` stand beside ORDER BY. */
  readonly hasSortBy: boolean;
  /** `table AT (…)` and `table BEFORE (…)` read it as it was. */
  readonly hasAtBefore: boolean;
  /** `FROM t, t.items` gives the elements of an array of each row. */
  readonly hasArrayPaths: boolean;
  /** `SELECT TOP 5 …`. */
  readonly hasTop: boolean;
  /** `CROSS APPLY` and `OUTER APPLY` join what each row gives. */
  readonly hasApply: boolean;
  /** `START WITH … CONNECT BY …` follows WHERE, and `ORDER SIBLINGS BY` orders what it gives. */
  readonly hasConnectBy: boolean;
  /** Words of `table WITH (NOLOCK)`. */
  readonly tableHints: ReadonlySet<string>;
  /** Words of `OPTION (RECOMPILE)`, behind the whole statement; numbers may follow them. */
  readonly queryHints: ReadonlySet<string>;
  /** A query of WITH may read itself without the word RECURSIVE. */
  readonly recursesAlways: boolean;
  /** `FROM explode(x)`, without `TABLE(…)` around it. */
  readonly hasBareTableFunctions: boolean;
  /** Table functions, in small letters, that say nothing but about their arguments. Others read other servers, files, or hold queries in texts. */
  readonly openTableFunctions: ReadonlySet<string>;
  /** Table functions, in small letters, that read the tables which their texts name, and the schema of these. */
  readonly appendingFunctions: ReadonlyMap<string, string>;
  /** Functions that reach beyond the tables that a statement names. */
  readonly closedFunctions: RegExp;
  /** Functions, in small letters, that read the table which a text among their arguments names, by the place of that text and its schema. */
  readonly namingFunctions: ReadonlyMap<string, NamingFunction>;
  /** Qualifiers of functions, in capital letters, that are no catalogs. */
  readonly functionPrefixes: ReadonlySet<string>;
  /** What a name of one to three parts means; throws for tables that may not be read, whoever asks. */
  readonly toTable: (parts: readonly NamePart[]) => NamedTable;
  /** How a query of WITH is called, so that names that mean the same are equal; what is not certain stays as written. */
  readonly scopeName: (part: NamePart) => string;
  /** Throws where it is not certain whether a table's name is that of one of these queries. */
  readonly checkScope?: (part: NamePart, scope: ReadonlySet<string>) => void;
  /** Words that may stand between EXPLAIN and its statement, besides a list in brackets. */
  readonly explainWords: ReadonlySet<string>;
}

/** Of the catalog's own description: names of tables and columns, no texts of views and no accounts. */
const readableSchemaTables: ReadonlySet<string> = new Set(['schemata', 'tables', 'columns']);

/** Whether a table is one of `information_schema` that tells more than names. */
export function isClosedSchemaTable({ schema, table }: NamedTable): boolean {
  return schema?.toLowerCase() === 'information_schema' && !readableSchemaTables.has(table.toLowerCase());
}

/** Letters beyond ASCII stay: of them it is not known which are one to an engine that tells no case apart. */
export function smallAscii({ name }: NamePart): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export const standardReservedWords: readonly string[] = [
  ...['ALTER', 'AND', 'AS', 'BETWEEN', 'BY', 'CASE', 'CAST', 'CONSTRAINT', 'CREATE', 'CROSS', 'CUBE'],
  ...['CURRENT_DATE', 'CURRENT_TIME', 'CURRENT_TIMESTAMP', 'CURRENT_USER', 'DELETE', 'DESCRIBE', 'DISTINCT', 'DROP'],
  ...['ELSE', 'END', 'ESCAPE', 'EXCEPT', 'EXECUTE', 'EXISTS', 'EXTRACT', 'FALSE', 'FOR', 'FROM', 'FULL', 'GROUP'],
  ...['GROUPING', 'HAVING', 'IN', 'INNER', 'INSERT', 'INTERSECT', 'INTO', 'IS', 'JOIN', 'LEFT', 'LIKE', 'NATURAL'],
  ...['NOT', 'NULL', 'ON', 'OR', 'ORDER', 'OUTER', 'RECURSIVE', 'RIGHT', 'ROLLUP', 'SELECT', 'TABLE', 'THEN', 'TRUE'],
  ...['UNION', 'UNNEST', 'USING', 'VALUES', 'WHEN', 'WHERE', 'WITH'],
];

/** What most engines have in common. */
export const standardGrammar = {
  reservedWords: new Set(standardReservedWords),
  setWords: new Set(['UNION', 'INTERSECT', 'EXCEPT']),
  hasQualify: false,
  hasLateralViews: false,
  hasSortBy: false,
  hasAtBefore: false,
  hasArrayPaths: false,
  hasTop: false,
  hasApply: false,
  hasConnectBy: false,
  tableHints: new Set<string>(),
  queryHints: new Set<string>(),
  recursesAlways: false,
  hasBareTableFunctions: false,
  openTableFunctions: new Set<string>(),
  appendingFunctions: new Map<string, string>(),
  closedFunctions: /^ai_/i,
  namingFunctions: new Map<string, NamingFunction>(),
  functionPrefixes: new Set<string>(),
  explainWords: new Set<string>(),
} as const satisfies Partial<SqlGrammar>;
