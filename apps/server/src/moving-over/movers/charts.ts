import { type Document, isDocument, type NewRow, parseDocument } from '../../metadata/index.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import type { Place } from '../numbers.ts';
import { columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import type { SourceRow } from '../values.ts';
import { auditColumns, managementColumns, moveOwners, toAudit, toManagement, toWhole } from './shared.ts';

const chartColumns = columns(
  `${auditColumns} ${managementColumns} slice_name datasource_id datasource_type viz_type cache_timeout last_saved_at last_saved_by_fk`,
  'params query_context description certified_by certification_details',
);

export const moveCharts: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  for await (const rows of portionsOf(source, 'slices', { columns: chartColumns }))
    for (const row of rows) {
      const place = numbers.placeOf('charts', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'charts', id: row.id, name: place.name } as const;
      const values = await orLeaveOut(moving, about, () => toValues(moving, row, place));
      if (!values) numbers.drop('charts', row.id);
      if (!values) continue;
      await store.insertInto('charts').values(values).execute();
      notes.count('charts', 'moved');
    }
  await moveOwners(moving, { type: 'chart', table: 'charts', from: 'slice_user', column: 'slice_id' });
};

function toValues(moving: Moving, row: SourceRow, place: Place): NewRow<'charts'> {
  const { numbers } = moving;
  const note = noteOn(moving, 'charts', { id: row.id, name: place.name });
  const isOnDataset = (row.text('datasource_type') ?? 'table') === 'table';
  const datasetId = isOnDataset ? numbers.idOf('datasets', row.number('datasource_id')) : null;
  if (datasetId === null) note.changed('its dataset does not come: it draws nothing until it is given one');
  return {
    id: place.id,
    uuid: place.uuid,
    slice_name: place.name || `Chart ${row.id}`,
    viz_type: row.text('viz_type') || 'table',
    datasource_id: datasetId,
    datasource_type: 'table',
    params: toForm(moving, { row, place, datasetId, note: note.changed }),
    query_context: toQuery(moving, { row, place, datasetId, note: note.changed }),
    description: row.text('description'),
    cache_timeout: toWhole(row.number('cache_timeout')),
    certified_by: row.text('certified_by') || null,
    certification_details: row.text('certification_details') || null,
    last_saved_at: row.time('last_saved_at'),
    last_saved_by_fk: numbers.idOf('users', row.number('last_saved_by_fk')),
    ...toManagement(row),
    ...toAudit(moving, row),
  };
}

interface OneText {
  readonly row: SourceRow;
  readonly place: Place;
  readonly datasetId: number | null;
  readonly note: (text: string) => void;
}

function toForm(moving: Moving, { row, place, datasetId, note }: OneText): string {
  const text = row.text('params')?.trim() || '{}';
  const form = parseDocument(text);
  if (!form) note('its settings are no JSON object that is read here, and stay as they are');
  if (!form) return text;
  const local = moving.parts.documents.toMovedForm(form, place.id, datasetId);
  return toStored(text, form, withOwnNumbers(moving, local));
}

function toQuery(moving: Moving, { row, place, datasetId, note }: OneText): string | null {
  const text = row.text('query_context')?.trim();
  if (!text) return null;
  const context = parseDocument(text);
  if (!context) note('its kept query is no JSON object that is read here, and was left out');
  if (!context) return null;
  return toStored(text, context, moving.parts.documents.toMovedQuery(context, place.id, datasetId));
}

/** What says the same stays the text that it was. */
function toStored(text: string, before: Document, after: Document): string {
  const changed = JSON.stringify(after);
  return changed === JSON.stringify(before) ? text : changed;
}

/** Notes that a chart takes from a layer or from another chart, and the charts that a map lays over each other. */
function withOwnNumbers({ numbers }: Moving, form: Document): Document {
  const { annotation_layers: layers, deck_slices: maps } = form;
  const chartOf = (id: unknown) => numbers.idOf('charts', Number(id)) ?? id;
  const ofLayer = (layer: unknown) => {
    if (!isDocument(layer) || !Number.isInteger(Number(layer.value)) || layer.value === '') return layer;
    if (layer.sourceType === 'NATIVE')
      return { ...layer, value: numbers.idOf('annotation_layers', Number(layer.value)) ?? layer.value };
    return layer.sourceType === 'line' || layer.sourceType === 'table'
      ? { ...layer, value: chartOf(layer.value) }
      : layer;
  };
  return {
    ...form,
    ...(Array.isArray(layers) ? { annotation_layers: layers.map(ofLayer) } : {}),
    ...(Array.isArray(maps) ? { deck_slices: maps.map(chartOf) } : {}),
  };
}
