import { freeName } from '../decide-numbers.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import type { NumberedTable } from '../numbers.ts';
import { allRows, columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import { toRule } from '../rules-as-here.ts';
import type { SourceRow } from '../values.ts';
import { auditColumns, toAudit, toWhole } from './shared.ts';

/** Row-level rules. One that were left out would show rows, so nothing of one is left out but what it is about does not come either. */
export const moveRowRules: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const here = await store.selectFrom('row_level_rules').select('name').execute();
  const names = new Set(here.map(({ name }) => name));
  const asked = columns(`${auditColumns} name filter_type group_key`, 'description clause');
  for await (const rows of portionsOf(source, 'row_level_security_filters', { columns: asked }))
    for (const row of rows) {
      const place = numbers.placeOf('row_level_rules', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'row-level rules', id: row.id, name: place.name } as const;
      const name = freeName(place.name, (one) => names.has(one));
      if (name !== place.name)
        noteOn(moving, 'row-level rules', about).changed(`is called “${name}” here: another rule has the name`);
      names.add(name);
      const rule = toRule(row);
      if (!row.text('clause')?.trim())
        noteOn(moving, 'row-level rules', about).changed('has no clause: it shows no rows until it is given one');
      await store
        .insertInto('row_level_rules')
        .values({ ...rule, ...toAudit(moving, row), id: place.id, name, description: row.text('description') })
        .execute();
      notes.count('row-level rules', 'moved');
    }
  await movePairs(moving, 'roles');
  await movePairs(moving, 'datasets');
};

const pairTables = {
  roles: { from: 'rls_filter_roles', column: 'role_id', to: 'row_level_rule_roles', name: 'role_id' },
  datasets: { from: 'rls_filter_tables', column: 'table_id', to: 'row_level_rule_datasets', name: 'dataset_id' },
} as const;

async function movePairs(
  { source, store, numbers }: Moving,
  table: NumberedTable & keyof typeof pairTables,
): Promise<void> {
  const { from, column, to, name } = pairTables[table];
  for (const row of await allRows(source, from, columns(`id rls_filter_id ${column}`))) {
    const rule = numbers.placeOf('row_level_rules', row.number('rls_filter_id'));
    const other = numbers.placeOf(table, row.number(column));
    // A rule that is here already binds what has just come as well.
    if (!rule || !other || !(rule.isNew || other.isNew)) continue;
    await store
      .insertInto(to)
      // The tables differ in the name of one column.
      .values({ rule_id: rule.id, [name]: other.id } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Stars on charts and dashboards. */
export const moveFavorites: Mover = async (moving) => {
  const { source, store, numbers, notes, time } = moving;
  const kinds: Readonly<Record<string, readonly ['chart' | 'dashboard', NumberedTable]>> = {
    slice: ['chart', 'charts'],
    dashboard: ['dashboard', 'dashboards'],
  };
  for (const row of await allRows(source, 'favstar', columns('id user_id class_name obj_id dttm'))) {
    const kind = kinds[row.text('class_name')?.toLowerCase() ?? ''];
    if (!kind) continue;
    notes.count('favourites', 'found');
    const objectId = numbers.idOf(kind[1], row.number('obj_id'));
    const userId = numbers.idOf('users', row.number('user_id'));
    if (objectId === null || userId === null) continue;
    const star = { object_type: kind[0], object_id: objectId, user_id: userId, created_on: row.time('dttm') ?? time };
    const { numInsertedOrUpdatedRows: made } = await store
      .insertInto('favorites')
      .values(star)
      .onConflict((conflict) => conflict.columns(['user_id', 'object_type', 'object_id']).doNothing())
      .executeTakeFirst();
    notes.count('favourites', made ? 'moved' : 'here');
  }
};

/** Annotation layers with their annotations; a layer that is here already keeps its own. */
export const moveAnnotations: Mover = async (moving) => {
  const { source, store, numbers, notes, time } = moving;
  for await (const rows of portionsOf(source, 'annotation_layer', {
    columns: columns(`${auditColumns} name`, 'descr'),
  }))
    for (const row of rows) {
      const place = numbers.placeOf('annotation_layers', row.id);
      if (!place?.isNew) continue;
      const values = { id: place.id, name: place.name, descr: row.text('descr') };
      await store
        .insertInto('annotation_layers')
        .values({ ...values, ...toAudit(moving, row) })
        .execute();
      notes.count('annotation layers', 'moved');
    }
  const asked = columns(`${auditColumns} start_dttm end_dttm layer_id short_descr`, 'long_descr json_metadata');
  for await (const rows of portionsOf(source, 'annotation', { columns: asked }))
    for (const row of rows) {
      notes.count('annotations', 'found');
      const layer = numbers.placeOf('annotation_layers', row.number('layer_id'));
      if (layer && !layer.isNew) notes.count('annotations', 'here');
      if (!layer?.isNew) continue;
      const about = { kind: 'annotations', id: row.id, name: row.text('short_descr') ?? '' } as const;
      const start = row.time('start_dttm') ?? row.time('end_dttm');
      const values = await orLeaveOut(moving, about, () => ({
        layer_id: layer.id,
        short_descr: about.name,
        long_descr: row.text('long_descr'),
        start_dttm: start ?? time,
        end_dttm: row.time('end_dttm') ?? start ?? time,
        json_metadata: row.text('json_metadata'),
      }));
      if (!values) continue;
      await store
        .insertInto('annotations')
        .values({ ...values, ...toAudit(moving, row) })
        .execute();
      notes.count('annotations', 'moved');
    }
};

/** Saved queries, each its own person's. */
export const moveSavedQueries: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const asked = columns(
    `${auditColumns} user_id db_id schema catalog label rows last_run`,
    'description sql template_parameters extra_json',
  );
  for await (const rows of portionsOf(source, 'saved_query', { columns: asked }))
    for (const row of rows) {
      const place = numbers.placeOf('saved_queries', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'saved queries', id: row.id, name: place.name } as const;
      const note = noteOn(moving, 'saved queries', about);
      const userId = numbers.idOf('users', row.number('user_id') ?? row.number('created_by_fk'));
      if (userId === null) note.leftOut('belongs to nobody who comes');
      const values = userId === null ? undefined : await orLeaveOut(moving, about, () => toQuery(moving, row, userId));
      if (!values) numbers.drop('saved_queries', row.id);
      if (!values) continue;
      if (values.db_id === null) note.changed('its database does not come: choose another before it runs');
      await store
        .insertInto('saved_queries')
        .values({ ...values, id: place.id, uuid: place.uuid, label: place.name })
        .execute();
      notes.count('saved queries', 'moved');
    }
};

function toQuery(moving: Moving, row: SourceRow, userId: number) {
  return {
    user_id: userId,
    db_id: moving.numbers.idOf('databases', row.number('db_id')),
    catalog: row.text('catalog') || null,
    schema: row.text('schema') || null,
    description: row.text('description'),
    sql: row.text('sql') ?? '',
    template_parameters: row.text('template_parameters') || null,
    extra_json: row.text('extra_json') || null,
    last_run: row.time('last_run'),
    rows: toWhole(row.number('rows')),
    ...toAudit(moving, row),
  };
}
