export type Fields = Readonly<Record<string, unknown>>;

/** Fields under their names of today; what somebody has set under today's name stays. */
export function renamed(form: Fields, names: Readonly<Record<string, string>>): Fields {
  const entries = Object.entries(form).flatMap(([name, value]): [string, unknown][] => {
    const today = names[name];
    if (today === undefined) return [[name, value]];
    return Object.hasOwn(form, today) ? [] : [[today, value]];
  });
  return Object.fromEntries(entries);
}

export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined || value === '' ? [] : [value];
};

/** A margin in pixels; older forms may say `auto`. */
export const marginOf = (value: unknown): unknown => (value === 'auto' ? 30 : value);

/** The angle that older forms give as a layout of ticks. */
export function rotationOf(layout: unknown): number {
  const angle = Number.parseInt(String(layout), 10);
  return Number.isFinite(angle) ? angle : 0;
}

/** A time column with its range stood apart; today the range is a filter of the column. */
export function withTimeFilter(form: Fields): Fields {
  const { granularity_sqla: column, time_range: range, ...others } = form;
  if (typeof column !== 'string' || column === '') return form;
  const filters = listOf(form.adhoc_filters);
  const held = {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: column,
    operator: 'TEMPORAL_RANGE',
    comparator: typeof range === 'string' && range !== '' ? range : 'No filter',
  };
  return { ...others, adhoc_filters: [...filters, held] };
}

/** How one older type is read: its key of today, which may depend on the form, and its form in today's fields. */
export interface OlderType {
  readonly key: string | ((form: Fields) => string);
  readonly translate: (form: Fields) => Fields;
}
