import { maxTagsOfObject } from '@powerset/contract';
import { plainTagName, type TaggableType } from '../../lists/index.ts';
import type { NewRow } from '../../metadata/index.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import type { NumberedTable } from '../numbers.ts';
import { allRows, columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import { type SourceRow, uuidOfWords } from '../values.ts';
import { auditColumns, insertAll, toAudit } from './shared.ts';

/** Tags that the reference makes by itself say what lists filter by. */
const isGiven = (row: SourceRow) => ['custom', '1', ''].includes(row.text('type')?.toLowerCase() ?? '');

/** Tags that people gave, and what has just come and carries them. One of a name that is here is that tag. */
export const moveTags: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const all = await allRows(source, 'tag', columns(`${auditColumns} name type`, 'description'));
  const rows = all.filter(isGiven);
  notes.count('tags', 'found', rows.length);
  const here = await store.selectFrom('tags').select(['id', 'name']).execute();
  const known = new Map(here.map(({ id, name }) => [name, id]));
  /** The first of a name stands for the others. */
  const firstOf = new Map<string, number>();
  const named = rows.flatMap((row) => {
    const name = plainTagName(row.text('name') ?? '');
    if (name === '') noteOn(moving, 'tags', { id: row.id, name: row.text('name') ?? '' }).leftOut('has no name');
    else if (!firstOf.has(name)) firstOf.set(name, row.id);
    return name === '' ? [] : [{ row, name }];
  });
  const firsts = named.filter(({ row, name }) => firstOf.get(name) === row.id);
  await numbers.decide(
    'tags',
    firsts.map(({ row, name }) => ({ id: row.id, uuid: uuidOfWords('tag', row.id), name, hereId: known.get(name) })),
  );
  for (const { row, name } of firsts) {
    const place = numbers.placeOf('tags', row.id);
    notes.count('tags', place?.isNew ? 'moved' : 'here');
    if (!place?.isNew) continue;
    const values = { id: place.id, name, description: row.text('description') || null };
    await store
      .insertInto('tags')
      .values({ ...values, ...toAudit(moving, row) })
      .execute();
  }
  const idOf = new Map(named.map(({ row, name }) => [row.id, numbers.idOf('tags', firstOf.get(name) ?? null)]));
  await moveTagged(moving, idOf);
};

const tagged: Readonly<Record<string, readonly [TaggableType, NumberedTable]>> = {
  chart: ['chart', 'charts'],
  dashboard: ['dashboard', 'dashboards'],
  dataset: ['dataset', 'datasets'],
  query: ['saved_query', 'saved_queries'],
};

async function moveTagged(moving: Moving, tagIds: ReadonlyMap<number, number | null>): Promise<void> {
  const { source, store, numbers, time } = moving;
  const ofObject = new Map<string, Map<number, NewRow<'tagged_objects'>>>();
  const asked = columns('id tag_id object_id object_type created_on created_by_fk');
  for (const row of await allRows(source, 'tagged_object', asked)) {
    const [type, table] = tagged[row.text('object_type')?.toLowerCase() ?? ''] ?? [];
    const tagId = tagIds.get(row.number('tag_id') ?? 0);
    const object = table && numbers.placeOf(table, row.number('object_id'));
    if (!type || !object?.isNew || !tagId) continue;
    const key = `${type} ${object.id}`;
    const own = ofObject.get(key) ?? new Map();
    ofObject.set(key, own);
    if (own.size === maxTagsOfObject && !own.has(tagId)) {
      const about = { id: row.number('object_id'), name: object.name };
      noteOn(moving, 'tags', about).leftOut(`what carries more than ${maxTagsOfObject} tags keeps the first of them`);
      continue;
    }
    own.set(tagId, {
      ...{ object_type: type, object_id: object.id, tag_id: tagId, created_on: row.time('created_on') ?? time },
      created_by_fk: numbers.idOf('users', row.number('created_by_fk')),
    });
  }
  await insertAll(
    store,
    'tagged_objects',
    [...ofObject.values()].flatMap((own) => [...own.values()]),
  );
}

const maxCss = 100_000;

/** CSS templates; what dashboards took from them is in their own CSS. */
export const moveCssTemplates: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const asked = columns(`${auditColumns} template_name`, 'css');
  for await (const rows of portionsOf(source, 'css_templates', { columns: asked }))
    for (const row of rows) {
      const place = numbers.placeOf('css_templates', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'CSS templates', id: row.id, name: place.name } as const;
      const css = await orLeaveOut(moving, about, () => row.text('css') ?? '');
      if (css === undefined || css.length > maxCss) {
        if (css !== undefined) noteOn(moving, 'CSS templates', about).leftOut(`is longer than ${maxCss} characters`);
        numbers.drop('css_templates', row.id);
        continue;
      }
      const values = { id: place.id, uuid: place.uuid, template_name: place.name, css };
      await store
        .insertInto('css_templates')
        .values({ ...values, ...toAudit(moving, row) })
        .execute();
      notes.count('CSS templates', 'moved');
    }
};
