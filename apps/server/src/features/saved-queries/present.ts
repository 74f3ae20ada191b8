import type { WirePerson, WireSavedQuery } from '@powerset/contract';
import { loadPeople, type Person, toEpochSeconds, toTimeAgo } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { SavedQuery } from './store.ts';

/** Saved queries as lists and single reads show them. */
export async function toWireSavedQueries(
  store: Store,
  rows: readonly SavedQuery[],
  now: Date,
): Promise<readonly WireSavedQuery[]> {
  const people = await loadPeople(
    store,
    rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
  );
  const databaseIds = [...new Set(rows.map((row) => row.db_id).filter((id): id is number => id !== null))];
  const databases =
    databaseIds.length === 0
      ? []
      : await store.selectFrom('databases').select(['id', 'database_name']).where('id', 'in', databaseIds).execute();
  const databaseById = new Map(databases.map((database) => [database.id, database]));
  return rows.map((row) => ({
    id: row.id,
    uuid: row.uuid,
    label: row.label,
    db_id: row.db_id,
    database: (row.db_id !== null && databaseById.get(row.db_id)) || null,
    schema: row.schema,
    sql: row.sql,
    sql_tables: [],
    description: row.description,
    template_parameters: row.template_parameters,
    extra: parseExtra(row.extra_json),
    rows: row.rows,
    last_run_delta_humanized: row.last_run ? toTimeAgo(row.last_run, now) : '',
    created_by: toWirePerson(row.created_by_fk, people),
    created_on: row.created_on,
    changed_by: toWirePerson(row.changed_by_fk, people),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
    last_modified_time: toEpochSeconds(row.changed_on),
    tags: [],
  }));
}

function toWirePerson(id: number | null, people: ReadonlyMap<number, Person>): WirePerson | null {
  const person = id === null ? undefined : people.get(id);
  return person ? { id: person.id, first_name: person.first_name, last_name: person.last_name } : null;
}

function parseExtra(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    // An object, whatever it holds.
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
