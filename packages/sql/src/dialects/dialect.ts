import { SqlError } from '../errors.ts';
import { type LexRules, standardLexRules } from '../reading/index.ts';
import type { EpochUnit } from '../tree.ts';
import { doubled, isMidnight, stringWithNul, timeText } from './literals.ts';

export interface DialectCapabilities {
  /** A query may be joined to a sub-query; without it the series limit runs as a query of its own first. */
  readonly supportsSubqueryJoins: boolean;
  readonly supportsOffset: boolean;
  readonly ilike: boolean;
  /** An alias hides the column of the same name in WHERE, HAVING and inside aggregates. */
  readonly aliasesHideColumns: boolean;
  /** `GROUP BY GROUPING SETS` over any expressions, keys that a set leaves out as NULL, and `GROUPING` to tell the sets apart. */
  readonly groupingSets: boolean;
}

/**
 * What is particular about an engine's SQL. Functions take and return SQL text. Time grains are templates in which
 * `{col}` stands for the column; a grain without a template is not offered.
 */
export interface Dialect {
  readonly name: string;
  readonly lexRules: LexRules;
  readonly capabilities: DialectCapabilities;
  /** In UTF-8 bytes; null when there is none that matters. */
  readonly maxIdentifierLength: number | null;
  readonly timeGrains: Readonly<Record<string, string>>;
  /** Other templates of the same grains for a column of that native type; null where it needs none. */
  readonly ownGrains: (nativeType: string | null) => Readonly<Record<string, string>> | null;
  readonly quoteIdentifier: (name: string) => string;
  /** A catalog's, a schema's or a table's name; as `quoteIdentifier` unless told otherwise. */
  readonly quoteTablePart: (name: string) => string;
  readonly stringLiteral: (text: string) => string;
  readonly booleanLiteral: (value: boolean) => string;
  /** A point in time (UTC) as a literal that compares well with a column of the given native type. */
  readonly timeLiteral: (at: Date, nativeType: string | null) => string;
  readonly fromEpoch: (sql: string, unit: EpochUnit) => string;
  /** Turns text (or digits) into a timestamp; format in Python's strftime letters, null for ISO 8601. */
  readonly parseTime: (sql: string, format: string | null) => string;
  /** The sign that makes the next one of a LIKE pattern stand for itself, the clause that says so, and what needs it besides % and _. */
  readonly likeEscape: { readonly sign: '!' | '\\'; readonly clause: string; readonly others?: string };
  readonly castToText: (sql: string) => string;
  readonly isBoolean: (sql: string, value: boolean) => string;
  /** Equality under which NULL equals NULL. */
  readonly sameAs: (left: string, right: string) => string;
  /** What stands behind SELECT and DISTINCT to bound the rows; nothing where all of it stands at the end. */
  readonly limitHead: (limit: number | null, offset: number | null) => string;
  readonly limitLines: (limit: number | null, offset: number | null, query?: BoundedQuery) => readonly string[];
  readonly descending: string;
  /** What stands behind a table or query that is called so; the name is quoted. */
  readonly sourceAlias: (name: string) => string;
  /** The FROM of a query that reads no table. */
  readonly fromNothing: string | null;
  /** What ends a sub-query so that no condition around it is worked out for rows that its own keep back; empty where nothing is known to. */
  readonly rowFence: string;
  /** What stands behind AS in WITH so that its query is read where it is named, and not kept as a whole first; empty where that is so anyway. */
  readonly withHint: string;
  /** A name of WITH may stand for a query that is defined behind where it is named, also where our readers take it for a table. */
  readonly withLooksForward: boolean;
}

/** What a query says before its bounds. */
export interface BoundedQuery {
  readonly isOrdered: boolean;
  readonly isDistinct: boolean;
}

/** Standard SQL; each dialect states its differences. */
export const baseDialect: Dialect = {
  name: 'standard',
  lexRules: standardLexRules,
  capabilities: {
    supportsSubqueryJoins: true,
    supportsOffset: true,
    ilike: false,
    aliasesHideColumns: false,
    groupingSets: false,
  },
  maxIdentifierLength: null,
  timeGrains: {},
  ownGrains: () => null,
  quoteIdentifier: (name) => doubled(name, '"'),
  quoteTablePart: (name) => doubled(name, '"'),
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubled(part, "'"), nul: null }),
  booleanLiteral: (value) => (value ? 'TRUE' : 'FALSE'),
  timeLiteral: (at, nativeType) =>
    isDateType(nativeType) && isMidnight(at) ? `DATE '${timeText(at, 'date')}'` : `TIMESTAMP '${timeText(at, 'full')}'`,
  fromEpoch: (sql, unit) => (unit === 'epoch_s' ? `FROM_UNIXTIME(${sql})` : `FROM_UNIXTIME(${sql} / 1000)`),
  parseTime: (sql) => `CAST(${sql} AS TIMESTAMP)`,
  // A backslash would have to be written in another way by each engine, and twice where it escapes in literals too.
  likeEscape: { sign: '!', clause: " ESCAPE '!'" },
  castToText: (sql) => `CAST(${sql} AS VARCHAR)`,
  isBoolean: (sql, value) => `${sql} IS ${value ? 'TRUE' : 'FALSE'}`,
  sameAs: (left, right) => `${left} IS NOT DISTINCT FROM ${right}`,
  limitHead: () => '',
  limitLines: (limit, offset) => [
    ...(limit === null ? [] : [`LIMIT ${limit}`]),
    ...(offset ? [`OFFSET ${offset}`] : []),
  ],
  descending: 'DESC',
  sourceAlias: (name) => ` AS ${name}`,
  fromNothing: null,
  rowFence: '',
  withHint: '',
  withLooksForward: true,
};

/** Builds a dialect from the standard and what differs; names that no engine takes are refused for all of them. */
export function defineDialect(differences: Partial<Dialect> & { readonly name: string }): Dialect {
  const quote = differences.quoteIdentifier ?? baseDialect.quoteIdentifier;
  const quotePart = differences.quoteTablePart ?? quote;
  return {
    ...baseDialect,
    ...differences,
    quoteIdentifier: (name) => quote(checkName(name)),
    quoteTablePart: (name) => quotePart(checkName(name)),
  };
}

function checkName(name: string): string {
  if (name === '') throw new SqlError('A name is empty.');
  if (name.includes('\u0000')) throw new SqlError('A name contains a NUL character.');
  return name;
}

/** Whether a native type holds days without a time. */
export function isDateType(nativeType: string | null): boolean {
  return /^(nullable\()?date(32)?\)?$/i.test(nativeType?.trim() ?? '');
}

/** Whether a native type holds times with a zone. */
export function isZonedType(nativeType: string | null): boolean {
  return /timestamptz|with time zone/i.test(nativeType ?? '');
}

/** `DATE_TRUNC` templates for the units that every engine with that function has. */
export function dateTruncGrains(template: (unit: string) => string): Readonly<Record<string, string>> {
  return {
    PT1S: template('second'),
    PT1M: template('minute'),
    PT1H: template('hour'),
    P1D: template('day'),
    P1W: template('week'),
    // Seven days begin where the week does.
    P7D: template('week'),
    P1M: template('month'),
    P3M: template('quarter'),
    P1Y: template('year'),
  };
}

/** The grain codes of weeks that do not simply start where the engine's own week does. */
export const weekGrains = {
  startingSunday: '1969-12-28T00:00:00Z/P1W',
  startingMonday: '1969-12-29T00:00:00Z/P1W',
  endingSaturday: 'P1W/1970-01-03T00:00:00Z',
  endingSunday: 'P1W/1970-01-04T00:00:00Z',
} as const;
