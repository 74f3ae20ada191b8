import type { AnnotationLayerPost, AnnotationLayerPut } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { commandError, fieldError, notFound } from '../../http/index.ts';
import { madeBy } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { findLayer, type Layer } from './store.ts';

type Deps = Pick<Services, 'store' | 'now'>;

export async function getLayer(store: Store, id: number): Promise<Layer> {
  const layer = await findLayer(store, id);
  if (!layer) throw notFound();
  return layer;
}

export async function createLayer({ store, now }: Deps, user: User, body: AnnotationLayerPost): Promise<number> {
  await assertFreeName(store, body.name);
  const time = now().toISOString();
  const { id } = await store
    .insertInto('annotation_layers')
    .values({
      name: body.name,
      descr: body.descr ?? null,
      ...madeBy(user, time),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateLayer(
  { store, now }: Deps,
  user: User,
  { id, body }: { readonly id: number; readonly body: AnnotationLayerPut },
): Promise<void> {
  await getLayer(store, id);
  if (body.name !== undefined) await assertFreeName(store, body.name, id);
  await store
    .updateTable('annotation_layers')
    .set({ ...body, changed_on: now().toISOString(), changed_by_fk: user.id })
    .where('id', '=', id)
    .execute();
}

async function assertFreeName(store: Store, name: string, ownId?: number): Promise<void> {
  const taken = await store.selectFrom('annotation_layers').select('id').where('name', '=', name).executeTakeFirst();
  if (taken && taken.id !== ownId) throw fieldError({ name: ['Name must be unique'] });
}

/** A layer goes only when nothing stands in it; of several, all go or none. */
export async function deleteLayers(store: Store, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const used = await store
    .selectFrom('annotations')
    .select('layer_id')
    .where('layer_id', 'in', [...ids])
    .limit(1)
    .executeTakeFirst();
  if (used) {
    const message =
      ids.length === 1
        ? 'Annotation layer has associated annotations.'
        : 'One of the annotation layers has associated annotations.';
    throw commandError(message);
  }
  const result = await store
    .deleteFrom('annotation_layers')
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
