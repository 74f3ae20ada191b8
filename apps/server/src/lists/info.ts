import type { ResourceInfo } from '@powerset/contract';
import { can, type User } from '../access/index.ts';

export interface InfoInput {
  readonly user: User;
  /** The class of the resource in permissions, for example `Dataset`. */
  readonly view: string;
  readonly verbs: readonly string[];
  readonly title: string;
  readonly addColumns: readonly string[];
  readonly editColumns: readonly string[];
  /** By column, the names of its filter operators. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** The answer of `_info`; `keys` of the query picks parts of it. */
export function toInfo(input: InfoInput, query: unknown): ResourceInfo {
  const named = (columns: readonly string[]) => columns.map((name) => ({ name }));
  const answer: ResourceInfo = {
    permissions: input.verbs.filter((verb) => can(input.user, verb, input.view)),
    add_columns: named(input.addColumns),
    edit_columns: named(input.editColumns),
    filters: Object.fromEntries(
      Object.entries(input.filters).map(([column, operators]) => [
        column,
        operators.map((operator) => ({ name: operator, operator })),
      ]),
    ),
    add_title: `Add ${input.title}`,
    edit_title: `Edit ${input.title}`,
  };
  const keys = readKeys(query);
  // Who chose some parts knows which.
  return keys
    ? (Object.fromEntries(Object.entries(answer).filter(([key]) => keys.includes(key))) as ResourceInfo)
    : answer;
}

function readKeys(query: unknown): readonly unknown[] | undefined {
  const keys = typeof query === 'object' && query !== null && 'keys' in query ? query.keys : undefined;
  return Array.isArray(keys) && keys.length > 0 && !keys.includes('none') ? keys : undefined;
}
