import type { ListQuery } from '@powerset/contract';
import { type SqlBool, sql } from 'kysely';
import {
  escapeLike,
  type FilterRules,
  loadPage,
  readOrder,
  textCondition,
  toConditions,
  valueCondition,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';

export type Layer = Row<'annotation_layers'>;
export type Annotation = Row<'annotations'>;

const auditOrder = {
  created_on: 'created_on',
  'created_by.first_name': 'created_by_fk',
  created_by: 'created_by_fk',
  changed_on: 'changed_on',
  changed_on_delta_humanized: 'changed_on',
  'changed_by.first_name': 'changed_by_fk',
  changed_by: 'changed_by_fk',
} as const;

export const layerOrder = { id: 'id', name: 'name', descr: 'descr', ...auditOrder } as const;
export const annotationOrder = {
  id: 'id',
  short_descr: 'short_descr',
  long_descr: 'long_descr',
  start_dttm: 'start_dttm',
  end_dttm: 'end_dttm',
  ...auditOrder,
} as const;

/** One search field over several columns. */
function anyContains(columns: readonly string[], value: unknown) {
  const pattern = `%${escapeLike(String(value ?? ''))}%`;
  const matches = columns.map((name) => sql<SqlBool>`lower(${sql.ref(name)}) like lower(${pattern}) escape '\\'`);
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}

const layerFilters: FilterRules<MetadataTables, 'annotation_layers'> = {
  'name.annotation_layer_all_text': (value) => anyContains(['name', 'descr'], value),
  name: (value, { ref }, operator) => textCondition(ref('name'), operator, value),
  descr: (value, { ref }, operator) => textCondition(ref('descr'), operator, value),
  created_by: (value, { ref }, operator) => valueCondition(ref('created_by_fk'), operator, value),
  changed_by: (value, { ref }, operator) => valueCondition(ref('changed_by_fk'), operator, value),
  changed_on: (value, { ref }, operator) => valueCondition(ref('changed_on'), operator, value),
  id: (value, { ref }, operator) => valueCondition(ref('id'), operator, value),
};

const annotationFilters: FilterRules<MetadataTables, 'annotations'> = {
  'short_descr.annotation_all_text': (value) => anyContains(['short_descr', 'long_descr'], value),
  short_descr: (value, { ref }, operator) => textCondition(ref('short_descr'), operator, value),
  long_descr: (value, { ref }, operator) => textCondition(ref('long_descr'), operator, value),
  start_dttm: (value, { ref }, operator) => valueCondition(ref('start_dttm'), operator, value),
  end_dttm: (value, { ref }, operator) => valueCondition(ref('end_dttm'), operator, value),
  created_by: (value, { ref }, operator) => valueCondition(ref('created_by_fk'), operator, value),
  changed_by: (value, { ref }, operator) => valueCondition(ref('changed_by_fk'), operator, value),
  id: (value, { ref }, operator) => valueCondition(ref('id'), operator, value),
};

export async function listLayers(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('annotation_layers')
    .where((builder) => builder.and([...toConditions(query.filters, layerFilters, builder)]));
  return loadPage(selection, query, readOrder(query, layerOrder, { column: 'id', isDescending: true }));
}

export async function listAnnotations(store: Store, layerId: number, query: ListQuery) {
  const selection = store
    .selectFrom('annotations')
    .where('layer_id', '=', layerId)
    .where((builder) => builder.and([...toConditions(query.filters, annotationFilters, builder)]));
  return loadPage(selection, query, readOrder(query, annotationOrder, { column: 'start_dttm', isDescending: true }));
}

export function findLayer(store: Store, id: number): Promise<Layer | undefined> {
  return store.selectFrom('annotation_layers').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findAnnotation(store: Store, layerId: number, id: number): Promise<Annotation | undefined> {
  return store
    .selectFrom('annotations')
    .selectAll()
    .where('layer_id', '=', layerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Deletes the annotations of one layer among the ids and says how many they were. */
export async function deleteAnnotations(store: Store, layerId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const result = await store
    .deleteFrom('annotations')
    .where('layer_id', '=', layerId)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
