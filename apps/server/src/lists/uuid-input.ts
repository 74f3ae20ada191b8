import { fieldError, notFound, parseId } from '../http/index.ts';
import type { Store } from '../metadata/index.ts';

interface UuidInput {
  readonly asked: string | null | undefined;
  /** The object that is to have it, where it is there already. */
  readonly ownId?: number;
}

/** The UUID that a saved object gets, where one is asked for; what another object has is refused. */
export async function readUuid(
  store: Store,
  table: 'charts' | 'dashboards' | 'databases' | 'datasets',
  { asked, ownId }: UuidInput,
): Promise<{ readonly uuid?: string }> {
  if (!asked) return {};
  const uuid = toUuid(asked);
  const row = await store.selectFrom(table).select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (row && row.id !== ownId) throw fieldError({ uuid: ['Must be unique'] });
  return { uuid };
}

const uuidForm = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** The id of what a path names by id or by UUID. Whether the caller may see it is asked of the id. */
export async function findIdOf(store: Store, table: 'charts' | 'datasets', named: string): Promise<number> {
  if (!uuidForm.test(named)) return parseId(named);
  const row = await store.selectFrom(table).select('id').where('uuid', '=', toUuid(named)).executeTakeFirst();
  if (!row) throw notFound();
  return row.id;
}

/** With its dashes and in small letters, as the store keeps it. */
function toUuid(given: string): string {
  const digits = given.toLowerCase().replaceAll('-', '');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digits.slice(from, to))
    .join('-');
}
