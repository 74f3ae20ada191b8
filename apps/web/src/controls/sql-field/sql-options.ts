/** What may be named in an expression. */
export interface SqlNames {
  readonly columns: readonly SqlColumn[];
  readonly metrics?: readonly SqlMetric[];
}

export interface SqlColumn {
  readonly name: string;
  /** The engine's word for the type, or the expression of a calculated column. */
  readonly detail: string;
  readonly type: 'number' | 'string' | 'temporal' | 'boolean';
}

export interface SqlMetric {
  readonly saved_metric_name: string;
  readonly expression: string;
}

export interface SqlOption {
  readonly label: string;
  /** What is written when it is chosen. */
  readonly apply: string;
  readonly kind: 'column' | 'metric' | 'function' | 'keyword';
  readonly detail: string;
  readonly columnType?: SqlColumn['type'];
  readonly boost: number;
}

const aggregates = ['SUM', 'AVG', 'COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'MEDIAN'];

export interface OptionParts extends SqlNames {
  readonly functions: readonly string[];
  readonly keywords: readonly string[];
  readonly quote: (name: string) => string;
}

/** Columns before metrics before aggregates before other functions before words of the language. */
export function toSqlOptions({ columns, metrics = [], functions, keywords, quote }: OptionParts): readonly SqlOption[] {
  const isAggregate = (name: string) => aggregates.includes(name.toUpperCase());
  return [
    ...columns.map((column) => ({
      label: column.name,
      apply: quote(column.name),
      kind: 'column' as const,
      detail: column.detail,
      columnType: column.type,
      boost: 60,
    })),
    ...metrics.map((metric) => ({
      label: metric.saved_metric_name,
      apply: metric.expression,
      kind: 'metric' as const,
      detail: metric.expression,
      boost: 40,
    })),
    ...functions.map((name) => ({
      label: name,
      apply: `${name}(`,
      kind: 'function' as const,
      detail: 'function',
      boost: isAggregate(name) ? 30 : 10,
    })),
    ...keywords.map((word) => ({ label: word, apply: word, kind: 'keyword' as const, detail: 'keyword', boost: 0 })),
  ];
}
