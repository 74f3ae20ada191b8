import type { ResourceInfo } from '@powerset/contract';
import type { TSchema } from 'typebox';
import { can, type User } from '../access/index.ts';
import { toLabel } from './pages.ts';

export interface InfoInput {
  readonly user: User;
  /** The class of the resource in permissions, for example `Dataset`. */
  readonly view: string;
  readonly verbs: readonly string[];
  readonly title: string;
  /** What is taken where one is made and where one is changed; null where nobody makes or changes any. */
  readonly addForm: TSchema | null;
  readonly editForm: TSchema | null;
  /** Fields that no two of the resource have alike; a UUID always is one. */
  readonly unique?: readonly string[];
  /** By column, the names of its filter operators. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** The answer of `_info`; `keys` of the query picks parts of it. */
export function toInfo(input: InfoInput, query: unknown): ResourceInfo {
  const unique = ['uuid', ...(input.unique ?? [])];
  const answer: ResourceInfo = {
    permissions: input.verbs.filter((verb) => can(input.user, verb, input.view)),
    add_columns: toFields(input.addForm, unique),
    edit_columns: toFields(input.editForm, unique),
    filters: Object.fromEntries(
      Object.entries(input.filters).map(([column, operators]) => [
        column,
        operators.map((operator) => ({ name: nameOfOperator(operator), operator })),
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

/** What schemas of forms are made of, as far as their fields are described. */
interface Shape {
  readonly type?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

function toFields(form: TSchema | null, unique: readonly string[]): ResourceInfo['add_columns'] {
  const { properties = {}, required = [] }: Shape = form ?? {};
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    label: toLabel(name),
    description: shape.description ?? '',
    type: typeOf(shape),
    required: required.includes(name),
    unique: unique.includes(name),
  }));
}

/** As the reference calls the types of fields. */
const typeNames: Readonly<Record<string, string>> = {
  array: 'List',
  boolean: 'Boolean',
  integer: 'Integer',
  number: 'Float',
  object: 'Dict',
  string: 'String',
};

function typeOf({ type, anyOf = [], properties = {} }: Shape): string {
  if (type === 'object' && Object.keys(properties).length > 0) return 'Nested';
  if (typeof type === 'string') return typeNames[type] ?? 'Raw';
  const meant = anyOf.find((shape) => shape.type !== 'null');
  return meant ? typeOf(meant) : 'Raw';
}

/** Operators that every list has, as the reference calls them. */
const operatorNames: Readonly<Record<string, string>> = {
  ct: 'Contains',
  eq: 'Equal to',
  ew: 'Ends with',
  gt: 'Greater than',
  in: 'In',
  lt: 'Smaller than',
  nct: 'Not Contains',
  neq: 'Not Equal to',
  new: 'Not Ends with',
  nrel_o_m: 'No Relation',
  nsw: 'Not Starts with',
  rel_m_m: 'Relation as Many',
  rel_o_m: 'Relation',
  sw: 'Starts with',
};

/** A list's own operators are called by their words. */
function nameOfOperator(operator: string): string {
  return operatorNames[operator] ?? toLabel(operator);
}

function readKeys(query: unknown): readonly unknown[] | undefined {
  const keys = typeof query === 'object' && query !== null && 'keys' in query ? query.keys : undefined;
  return Array.isArray(keys) && keys.length > 0 && !keys.includes('none') ? keys : undefined;
}
