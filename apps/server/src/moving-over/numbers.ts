import { goOnAfterHighest, highestNumber, type Store } from '../metadata/index.ts';

/** Tables whose rows keep their numbers where they are free. */
export const numberedTables = [
  'roles',
  'users',
  'databases',
  'datasets',
  'charts',
  'dashboards',
  'saved_queries',
  'annotation_layers',
  'row_level_rules',
  'reports',
  'groups',
  'tags',
  'css_templates',
  'themes',
] as const;
export type NumberedTable = (typeof numberedTables)[number];

export interface NumberedRow {
  /** Its number there. */
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** Its number here, when it is here. */
  readonly hereId: number | undefined;
}

export interface Place {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** It is not here and will be written. */
  readonly isNew: boolean;
}

export interface Numbers {
  /** Decides the numbers of all rows of a table at once, before any of them is written. */
  decide(table: NumberedTable, rows: readonly NumberedRow[]): Promise<void>;
  placeOf(table: NumberedTable, id: number | null): Place | undefined;
  /** The number here; null where it is not brought. */
  idOf(table: NumberedTable, id: number | null): number | null;
  all(table: NumberedTable): ReadonlyMap<number, number>;
  /** It turned out that the row cannot come. */
  drop(table: NumberedTable, id: number): void;
  isSame(table: NumberedTable): boolean;
}

export function createNumbers(store: Store): Numbers {
  const places = new Map(numberedTables.map((table) => [table, new Map<number, Place>()]));
  const of = (table: NumberedTable) => places.get(table) ?? new Map<number, Place>();
  const known = new Map<NumberedTable, ReadonlyMap<number, number>>();
  const all = (table: NumberedTable) => {
    const numbers = known.get(table) ?? new Map([...of(table)].map(([id, place]) => [id, place.id]));
    known.set(table, numbers);
    return numbers;
  };
  const placeOf = (table: NumberedTable, id: number | null) => (id === null ? undefined : of(table).get(id));
  return {
    decide: async (table, rows) => {
      for (const [id, place] of await decide(store, table, rows)) of(table).set(id, place);
      known.delete(table);
    },
    placeOf,
    idOf: (table, id) => placeOf(table, id)?.id ?? null,
    all,
    drop: (table, id) => {
      of(table).delete(id);
      known.delete(table);
    },
    isSame: (table) => [...all(table)].every(([before, after]) => before === after),
  };
}

/** Those whose numbers are free keep them; the others get numbers that nothing had, here or there. */
async function decide(store: Store, table: NumberedTable, rows: readonly NumberedRow[]) {
  const here = await store
    .selectFrom(table as 'charts')
    .select('id')
    .execute();
  const taken = new Set(here.map(({ id }) => id));
  let last = Math.max(await highestNumber(store, table), ...highestOf(rows));
  return rows.map(({ id, uuid, name, hereId }): readonly [number, Place] => {
    if (hereId !== undefined) return [id, { id: hereId, uuid, name, isNew: false }];
    if (id > 0 && Number.isSafeInteger(id) && id < 2 ** 31 && !taken.has(id)) {
      taken.add(id);
      return [id, { id, uuid, name, isNew: true }];
    }
    last += 1;
    return [id, { id: last, uuid, name, isNew: true }];
  });
}

function highestOf(rows: readonly NumberedRow[]): readonly number[] {
  return [rows.reduce((highest, { id }) => (id < 2 ** 31 ? Math.max(highest, id) : highest), 0)];
}

/** What is made later gets numbers above all of these. */
export async function settleNumbers(store: Store): Promise<void> {
  for (const table of numberedTables) await goOnAfterHighest(store, table);
}
