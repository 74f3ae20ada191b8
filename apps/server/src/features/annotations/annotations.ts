import type { AnnotationPost, AnnotationPut } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { fieldError, notFound } from '../../http/index.ts';
import { madeBy } from '../../lists/index.ts';
import { isJson, type Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { type Annotation, findAnnotation } from './store.ts';

type Deps = Pick<Services, 'store' | 'now'>;

export async function getAnnotation(store: Store, layerId: number, id: number): Promise<Annotation> {
  const annotation = await findAnnotation(store, layerId, id);
  if (!annotation) throw notFound();
  return annotation;
}

export async function createAnnotation(
  { store, now }: Deps,
  user: User,
  { layerId, body }: { readonly layerId: number; readonly body: AnnotationPost },
): Promise<number> {
  const span = readSpan(body.start_dttm, body.end_dttm);
  assertJson(body.json_metadata);
  await assertFreeTitle(store, { layerId, title: body.short_descr });
  const time = now().toISOString();
  const { id } = await store
    .insertInto('annotations')
    .values({
      layer_id: layerId,
      short_descr: body.short_descr,
      long_descr: body.long_descr ?? null,
      ...span,
      json_metadata: body.json_metadata || null,
      ...madeBy(user, time),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Change {
  readonly layerId: number;
  readonly id: number;
  readonly body: AnnotationPut;
}

export async function updateAnnotation({ store, now }: Deps, user: User, change: Change): Promise<void> {
  const { layerId, id, body } = change;
  const before = await getAnnotation(store, layerId, id);
  const span = readSpan(body.start_dttm ?? before.start_dttm, body.end_dttm ?? before.end_dttm);
  assertJson(body.json_metadata);
  if (body.short_descr !== undefined) await assertFreeTitle(store, { layerId, title: body.short_descr, ownId: id });
  await store
    .updateTable('annotations')
    .set({ ...body, ...span, changed_on: now().toISOString(), changed_by_fk: user.id })
    .where('id', '=', id)
    .execute();
}

function readSpan(start: string, end: string): { readonly start_dttm: string; readonly end_dttm: string } {
  const span = { start_dttm: readTime('start_dttm', start), end_dttm: readTime('end_dttm', end) };
  if (span.end_dttm < span.start_dttm) throw fieldError({ end_dttm: ['End date must be after start date'] });
  return span;
}

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** ISO 8601 text to a moment in UTC; without a zone it is UTC already. */
function readTime(field: string, text: string): string {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
  const hasTime = text.length > 10;
  const full = `${text.slice(0, 10)}${hasTime ? `T${text.slice(11)}` : 'T00:00:00'}${hasZone ? '' : 'Z'}`;
  const ms = isoTime.test(text) ? Date.parse(full) : Number.NaN;
  if (Number.isNaN(ms)) throw fieldError({ [field]: ['Not a valid datetime.'] }, 400);
  return new Date(ms).toISOString();
}

function assertJson(text: string | null | undefined): void {
  if (text && !isJson(text)) throw fieldError({ json_metadata: ['JSON not valid'] }, 400);
}

async function assertFreeTitle(
  store: Store,
  { layerId, title, ownId }: { readonly layerId: number; readonly title: string; readonly ownId?: number },
): Promise<void> {
  const taken = await store
    .selectFrom('annotations')
    .select('id')
    .where('layer_id', '=', layerId)
    .where('short_descr', '=', title)
    .executeTakeFirst();
  if (taken && taken.id !== ownId)
    throw fieldError({ short_descr: ['Short description must be unique for this layer'] });
}
