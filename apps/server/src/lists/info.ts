import { can, type User } from '../access/index.ts';
import { parseQ } from '../http/index.ts';

export interface InfoSource {
  readonly user: User;
  /** The class of the resource in permissions, for example `Dataset`. */
  readonly view: string;
  readonly verbs: readonly string[];
  readonly title: string;
  /** Filters of the list, as `column` or `column.operator`. */
  readonly filters: readonly string[];
  readonly columns?: readonly string[];
}

/** The answer of `_info`; `keys` of the query picks parts of it. */
export function toInfo(
  query: { readonly q?: string } | undefined,
  source: InfoSource,
): Readonly<Record<string, unknown>> {
  const columns = (source.columns ?? []).map((name) => ({ name }));
  const answer: Readonly<Record<string, unknown>> = {
    permissions: source.verbs.filter((verb) => can(source.user, verb, source.view)),
    add_columns: columns,
    edit_columns: columns,
    filters: toFilters(source.filters),
    add_title: `Add ${source.title}`,
    edit_title: `Edit ${source.title}`,
  };
  const keys = readKeys(parseQ(query));
  return keys ? Object.fromEntries(Object.entries(answer).filter(([key]) => keys.includes(key))) : answer;
}

function toFilters(names: readonly string[]) {
  const filters: Record<string, { readonly name: string; readonly operator: string }[]> = {};
  for (const name of names) {
    const dot = name.lastIndexOf('.');
    const [column, operator] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, 'eq'];
    filters[column] = [...(filters[column] ?? []), { name: operator, operator }];
  }
  return filters;
}

function readKeys(query: unknown): readonly unknown[] | undefined {
  const keys = typeof query === 'object' && query !== null && 'keys' in query ? query.keys : undefined;
  return Array.isArray(keys) && keys.length > 0 && !keys.includes('none') ? keys : undefined;
}
