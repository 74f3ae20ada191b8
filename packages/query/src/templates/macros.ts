import type { QueryFilter, QueryObject } from '@powerset/contract';
import type { Dialect } from '@powerset/sql';
import { printLiteral } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import { type Clock, formatTime, resolveTimeRange, type TimeBounds } from '../time/index.ts';
import { type CallArguments, type RuntimeValue, templateFunction } from './interpreter.ts';

/** Who asks, and with what: everything that templates can see besides the query. */
export interface TemplateScope {
  readonly user: {
    readonly id: number;
    readonly username: string;
    readonly email: string | null;
    readonly roles: readonly string[];
  } | null;
  readonly urlParams: Readonly<Record<string, string>>;
  /** Parameters that the template's author gave, as text in the template. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Names of parameters that are values of a declared type: bound, not pasted. */
  readonly typed?: readonly string[];
  /** SQL of a saved metric; undefined when there is none. */
  readonly findMetric?: (key: string, datasetId: number | null) => string | undefined;
  /** A sub-query on another dataset, in parentheses, after the caller's access to it was checked. */
  readonly findDataset?: (
    id: number,
    options: { includeMetrics: boolean; columns: readonly string[] | null },
  ) => string | undefined;
}

export interface TemplateQuery {
  readonly query: QueryObject;
  readonly bounds: TimeBounds;
  readonly clock: Clock;
  readonly dialect: Dialect;
  /** Names of the dataset's columns; in the SQL editor there are none. */
  readonly tableColumns?: readonly string[];
  /** What `where_in` writes for no values: `()` unless the text must be SQL without any. */
  readonly emptyList?: string;
}

/** What rendering found out besides the text. */
export interface TemplateTrace {
  /** Everything that decided the text and does not stand in the query itself. */
  readonly cacheKeyParts: Set<string>;
  /** Columns whose filters the template takes care of, so that the query outside leaves them out. */
  readonly removedFilters: Set<string>;
  readonly appliedFilters: Set<string>;
  /** The texts that were templates. */
  readonly templates: Set<string>;
}

interface MacroContext {
  readonly scope: TemplateScope;
  readonly on: TemplateQuery;
  readonly trace: TemplateTrace;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function filtersOn(context: MacroContext, args: CallArguments, removePosition: number): readonly QueryFilter[] {
  const column = text(args.get(0, 'column') ?? args.get(0, 'col'));
  const found = (context.on.query.filters ?? []).filter(
    (filter) => filter.col === column && filter.op !== 'TEMPORAL_RANGE',
  );
  if (found.length > 0) context.trace.appliedFilters.add(column);
  if (args.get(removePosition, 'remove_filter') === true) context.trace.removedFilters.add(column);
  return found;
}

function filterValues(context: MacroContext, args: CallArguments): unknown {
  const values = filtersOn(context, args, 2)
    .filter((filter) => filter.op === 'IN' || filter.op === '==' || filter.op === 'LIKE')
    .flatMap((filter) => (Array.isArray(filter.val) ? filter.val : [filter.val ?? null]));
  const fallback = args.get(1, 'default');
  return values.length === 0 && fallback !== undefined && fallback !== null ? [fallback] : values;
}

function timeFilter(context: MacroContext, args: CallArguments): unknown {
  const { query, clock } = context.on;
  const column = args.get(0, 'column');
  const filter = (query.filters ?? []).find((each) => each.op === 'TEMPORAL_RANGE' && (!column || each.col === column));
  const range = text(filter?.val ?? query.time_range ?? args.get(1, 'default')) || 'No filter';
  if (filter && typeof filter.col === 'string') {
    context.trace.appliedFilters.add(filter.col);
    if (args.get(4, 'remove_filter') === true) context.trace.removedFilters.add(filter.col);
  }
  const bounds = resolveTimeRange(range, { clock });
  const write = (at: Date | null): string | null => at && formatTime(at);
  return { from_expr: write(bounds.since), to_expr: write(bounds.until), time_range: range };
}

function aboutUser(context: MacroContext, name: string, value: unknown): RuntimeValue {
  return templateFunction((args) => {
    if (args.get(0, 'add_to_cache_keys') !== false) context.trace.cacheKeyParts.add(`${name}:${JSON.stringify(value)}`);
    return value;
  });
}

function urlParameter(context: MacroContext, args: CallArguments): unknown {
  const name = text(args.get(0, 'param'));
  const known = Object.hasOwn(context.scope.urlParams, name) ? context.scope.urlParams[name] : undefined;
  const value = known ?? args.get(1, 'default') ?? null;
  if (args.get(2, 'add_to_cache_keys') !== false)
    context.trace.cacheKeyParts.add(`url:${name}:${JSON.stringify(value)}`);
  return value;
}

function required(sql: string | undefined, what: string): string {
  if (sql === undefined) throw new QueryError(`${what} was not found`, 'sql', 'INVALID_TEMPLATE_PARAMS_ERROR');
  return sql;
}

/** The functions that templates can call. */
export function templateMacros(context: MacroContext): Readonly<Record<string, RuntimeValue>> {
  const { scope, trace, on } = context;
  return {
    url_param: templateFunction((args) => urlParameter(context, args)),
    filter_values: templateFunction((args) => filterValues(context, args)),
    get_filters: templateFunction((args) =>
      filtersOn(context, args, 1).map((filter) => ({ op: filter.op, col: filter.col, val: filter.val ?? null })),
    ),
    get_time_filter: templateFunction((args) => timeFilter(context, args)),
    current_user_id: aboutUser(context, 'user_id', scope.user?.id ?? null),
    current_username: aboutUser(context, 'username', scope.user?.username ?? null),
    current_user_email: aboutUser(context, 'email', scope.user?.email ?? null),
    current_user_roles: aboutUser(context, 'roles', scope.user ? [...scope.user.roles] : null),
    cache_key_wrapper: templateFunction((args) => {
      trace.cacheKeyParts.add(`key:${JSON.stringify(args.get(0, 'key') ?? null)}`);
      return args.get(0, 'key');
    }),
    metric: templateFunction((args) => {
      const id = args.get(1, 'dataset_id');
      const key = text(args.get(0, 'metric_key'));
      return required(scope.findMetric?.(key, typeof id === 'number' ? id : null), `Metric "${key}"`);
    }),
    dataset: templateFunction((args) => {
      const id = Number(args.get(0, 'dataset_id'));
      const columns = args.get(2, 'columns');
      const options = {
        includeMetrics: args.get(1, 'include_metrics') === true,
        columns: Array.isArray(columns) ? columns.map(String) : null,
      };
      return required(scope.findDataset?.(id, options), `Dataset ${id}`);
    }),
    __where_in: templateFunction((args) => printList(args, on)),
  };
}

/** `('a', 'b')`; `()` for nothing, or null when `default_to_none` is set. */
function printList(args: CallArguments, { dialect, emptyList = '()' }: TemplateQuery): string | null {
  const given = args.get(0, 'values');
  const values = Array.isArray(given) ? given : [];
  if (values.length === 0 && args.get(1, 'default_to_none') === true) return null;
  if (values.length === 0) return emptyList;
  const literals = values.map((value) => {
    const isPlain =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
    return printLiteral(isPlain ? value : String(value), dialect);
  });
  return `(${literals.join(', ')})`;
}
