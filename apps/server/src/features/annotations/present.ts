import type { WireAnnotation, WireAnnotationLayer } from '@powerset/contract';
import { loadUsers, toTimeAgo, toWireUserSummary } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Annotation, Layer } from './store.ts';

type Audited = Pick<Layer, 'created_on' | 'changed_on' | 'created_by_fk' | 'changed_by_fk'>;

/** Who made and changed each of the rows, and when, as lists and single reads show it. */
async function auditOf(store: Store, rows: readonly Audited[], now: Date) {
  const users = await loadUsers(
    store,
    rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
  );
  return (row: Audited) => ({
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    created_on: row.created_on,
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
  });
}

export async function toWireLayers(
  store: Store,
  rows: readonly Layer[],
  now: Date,
): Promise<readonly WireAnnotationLayer[]> {
  const audit = await auditOf(store, rows, now);
  return rows.map((row) => ({ id: row.id, name: row.name, descr: row.descr, ...audit(row) }));
}

export async function toWireAnnotations(
  store: Store,
  { layer, rows }: { readonly layer: Layer; readonly rows: readonly Annotation[] },
  now: Date,
): Promise<readonly WireAnnotation[]> {
  const audit = await auditOf(store, rows, now);
  return rows.map((row) => ({
    id: row.id,
    layer: { id: layer.id, name: layer.name },
    short_descr: row.short_descr,
    long_descr: row.long_descr,
    start_dttm: toWireTime(row.start_dttm),
    end_dttm: toWireTime(row.end_dttm),
    json_metadata: row.json_metadata,
    ...audit(row),
  }));
}

/** As the reference writes times: ISO 8601 in UTC without the zone. */
const toWireTime = (iso: string) => iso.replace(/(\.000)?Z$/, '');
