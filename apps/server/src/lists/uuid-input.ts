import { fieldError } from '../http/index.ts';
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
  const digits = asked.toLowerCase().replaceAll('-', '');
  const uuid = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digits.slice(from, to))
    .join('-');
  const row = await store.selectFrom(table).select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (row && row.id !== ownId) throw fieldError({ uuid: ['Must be unique'] });
  return { uuid };
}
