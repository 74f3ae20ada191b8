/** A value that is written into SQL as a literal. `null` prints as NULL. */
export type LiteralValue = string | number | bigint | boolean | null;

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Which kind of number an epoch column holds. */
export type EpochUnit = 'epoch_s' | 'epoch_ms';

/**
 * An expression. `sql` is text that users wrote: it must have passed `findClauseProblem` and prints in parentheses.
 * `raw` prints as it stands and is for text of our own only.
 */
export type Expression =
  | { readonly kind: 'column'; readonly name: string; readonly source?: string }
  | { readonly kind: 'literal'; readonly value: LiteralValue }
  | { readonly kind: 'numeric'; readonly text: string }
  | { readonly kind: 'time'; readonly at: Date; readonly nativeType: string | null }
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'raw'; readonly text: string }
  | {
      readonly kind: 'truncate';
      readonly of: Expression;
      readonly grain: string;
      /** Of the column as it is stored, where it is known. */
      readonly nativeType?: string | null;
    }
  /** In which stretch of a width a number lies, counted from one place on. */
  | { readonly kind: 'bin'; readonly of: Expression; readonly from: number; readonly width: number }
  | { readonly kind: 'fromEpoch'; readonly of: Expression; readonly unit: EpochUnit }
  | { readonly kind: 'parseTime'; readonly of: Expression; readonly format: string | null }
  | { readonly kind: 'aggregate'; readonly name: string; readonly of: Expression | '*'; readonly isDistinct?: boolean }
  /** Which of the expressions a grouping set leaves out, a bit for each, the last one's the lowest. */
  | { readonly kind: 'grouping'; readonly of: readonly Expression[] }
  | {
      readonly kind: 'compare';
      readonly operator: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'sameAs'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'isNull'; readonly of: Expression; readonly isNegated?: boolean }
  | { readonly kind: 'isBoolean'; readonly of: Expression; readonly value: boolean }
  | {
      readonly kind: 'in';
      readonly of: Expression;
      readonly values: readonly Expression[];
      readonly isNegated?: boolean;
    }
  | {
      readonly kind: 'like';
      readonly of: Expression;
      readonly pattern: Expression;
      readonly isNegated?: boolean;
      readonly ignoresCase?: boolean;
      /** The operand is not text and is cast first. */
      readonly needsCast?: boolean;
    }
  | {
      /** Holds the text, in any case; no sign of it has another meaning. */
      readonly kind: 'contains';
      readonly of: Expression;
      readonly text: string;
      readonly needsCast?: boolean;
    }
  | {
      /** One value where a condition holds, else another text. */
      readonly kind: 'case';
      readonly when: Expression;
      readonly of: Expression;
      readonly otherwise: Expression;
      /** The value is not text and is cast first. */
      readonly needsCast?: boolean;
    }
  | { readonly kind: 'and'; readonly parts: readonly Expression[] }
  | { readonly kind: 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression };

export interface TableSource {
  readonly kind: 'table';
  readonly catalog?: string | null;
  readonly schema?: string | null;
  readonly table: string;
  readonly alias?: string;
}

/** A sub-query; text must be one complete statement without comments (see `cleanStatement`). */
export interface QuerySource {
  readonly kind: 'query';
  readonly query: Select | string;
  readonly alias: string;
}

export type Source = TableSource | QuerySource;

export interface Join {
  readonly kind: 'inner' | 'left';
  readonly source: Source;
  readonly on: Expression;
}

export interface SelectItem {
  readonly expression: Expression | '*';
  /** Alias; without it the expression keeps the engine's own name. */
  readonly alias?: string;
}

export interface OrderItem {
  readonly expression: Expression;
  readonly isDescending: boolean;
}

export interface CommonTable {
  readonly name: string;
  readonly query: Select | string;
}

/** One SELECT statement. Limits and offsets are numbers of rows. */
export interface Select {
  readonly with?: readonly CommonTable[];
  readonly isDistinct?: boolean;
  readonly items: readonly SelectItem[];
  readonly from?: Source;
  readonly joins?: readonly Join[];
  readonly where?: Expression | null;
  readonly groupBy?: readonly Expression[];
  /** Groups by each of several lists at once instead of by `groupBy`; an empty list is all rows. */
  readonly groupingSets?: readonly (readonly Expression[])[];
  readonly having?: Expression | null;
  readonly orderBy?: readonly OrderItem[];
  readonly limit?: number | null;
  readonly offset?: number | null;
}

/** Joins conditions by AND; null when there are none. */
export function allOf(parts: readonly (Expression | null | undefined)[]): Expression | null {
  return combine('and', parts);
}

/** Joins conditions by OR; null when there are none. */
export function anyOf(parts: readonly (Expression | null | undefined)[]): Expression | null {
  return combine('or', parts);
}

function combine(kind: 'and' | 'or', parts: readonly (Expression | null | undefined)[]): Expression | null {
  const present = parts
    .filter((part): part is Expression => part != null)
    .flatMap((part) => (part.kind === kind ? part.parts : [part]));
  if (present.length === 0) return null;
  return present.length === 1 ? present[0]! : { kind, parts: present };
}
