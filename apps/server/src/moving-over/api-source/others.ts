import {
  annotationEndpoints,
  annotationLayerEndpoints,
  chartEndpoints,
  cssTemplateEndpoints,
  dashboardEndpoints,
  reportEndpoints,
  rowLevelRuleEndpoints,
  savedQueryEndpoints,
  tagEndpoints,
  themeEndpoints,
  urlOf,
  withQuery,
} from '@powerset/contract';
import type { Document } from '../../metadata/index.ts';
import {
  forEach,
  numberOf,
  pick,
  type Reading,
  readList,
  readOne,
  rowsOf,
  type Told,
  toAudit,
  toColumn,
} from './reading.ts';

interface Kind {
  readonly what: string;
  readonly list: { readonly path: string };
  readonly get: { readonly path: string };
  readonly order: string;
}

/** Each row of a list with what its item tells; what the server keeps from this account is said. */
async function readEach(reading: Reading, { what, list, get, order }: Kind, add: (told: Told) => void): Promise<void> {
  const rows = await readList(reading, { what, path: list.path, order });
  if ('refused' in rows) {
    if (rows.refused !== 404) reading.left({ what, rows: null, why: 'the account may not read them there' });
    return;
  }
  const work = async (listed: Told) => {
    const item = await readOne(reading, urlOf(get, { params: { id: listed.id } }));
    const { created_by, changed_by, ...rest } = item ?? {};
    if (item) add({ created_by, changed_by, ...listed, ...rest, id: listed.id });
  };
  await forEach(reading, what, { rows, work });
}

export async function readSavedQueries(reading: Reading): Promise<void> {
  const { tables, ownId } = reading;
  await readEach(reading, { what: 'saved queries', ...savedQueryEndpoints, order: 'label' }, (told) => {
    const db_id = numberOf(told.database) ?? toColumn(told.db_id);
    const texts = pick(told, 'id schema catalog label description sql template_parameters rows');
    tables.add('saved_query', { ...toAudit(told), ...texts, db_id, user_id: numberOf(told.created_by) ?? ownId });
  });
}

export async function readRowRules(reading: Reading): Promise<void> {
  const { tables } = reading;
  await readEach(reading, { what: 'row-level rules', ...rowLevelRuleEndpoints, order: 'name' }, (told) => {
    const texts = pick(told, 'id name description filter_type group_key clause');
    tables.add('row_level_security_filters', { ...toAudit(told), ...texts });
    for (const { id } of rowsOf(told.roles)) tables.add('rls_filter_roles', { role_id: id, rls_filter_id: told.id });
    for (const { id } of rowsOf(told.tables)) tables.add('rls_filter_tables', { table_id: id, rls_filter_id: told.id });
  });
}

export async function readAnnotations(reading: Reading): Promise<void> {
  const layers: number[] = [];
  const { tables } = reading;
  await readEach(reading, { what: 'annotation layers', ...annotationLayerEndpoints, order: 'name' }, (told) => {
    tables.add('annotation_layer', { ...toAudit(told), ...pick(told, 'id name descr') });
    layers.push(told.id);
  });
  for (const id of layers) {
    const list = { path: urlOf(annotationEndpoints.list, { params: { id } }) };
    const get = { path: annotationEndpoints.get.path.replace(':id', String(id)).replace(':annotationId', ':id') };
    await readEach(reading, { what: 'annotations', list, get, order: 'short_descr' }, (told) => {
      const texts = pick(told, 'id short_descr long_descr start_dttm end_dttm json_metadata');
      tables.add('annotation', { ...toAudit(told), ...texts, layer_id: id });
    });
  }
}

export async function readCssTemplates(reading: Reading): Promise<void> {
  await readEach(reading, { what: 'CSS templates', ...cssTemplateEndpoints, order: 'template_name' }, (told) => {
    reading.tables.add('css_templates', { ...toAudit(told), ...pick(told, 'id template_name css') });
  });
}

export async function readThemes(reading: Reading): Promise<void> {
  await readEach(reading, { what: 'themes', ...themeEndpoints, order: 'theme_name' }, (told) => {
    const texts = pick(told, 'id theme_name json_data is_system_default is_system_dark');
    reading.tables.add('themes', { ...toAudit(told), ...texts });
  });
}

/** Tags that the server makes by itself are told by a number of their kind. */
const isGiven = ({ type }: Document) => type === 1 || type === 'custom' || type === undefined;

export async function readTags(reading: Reading): Promise<void> {
  const { client, tables } = reading;
  const found = await readList(reading, { what: 'tags', path: tagEndpoints.list.path, order: 'name' });
  if ('refused' in found) return;
  const work = async (told: Told) => {
    const texts = pick(told, 'id name description');
    tables.add('tag', { ...toAudit(told), ...texts, type: 'custom' });
    const query = { tagIds: told.id, types: 'dashboard,chart,query,dataset' };
    const { document } = await client.get(withQuery(tagEndpoints.objects.path, query));
    for (const { id, type } of rowsOf(document?.result))
      tables.add('tagged_object', { tag_id: told.id, object_id: id, object_type: toColumn(type) });
  };
  await forEach(reading, 'tags', { rows: found.filter(isGiven), work });
}

const starsAtOnce = 100;

/** Stars are told to each account alone. */
export async function readFavorites(
  reading: Reading,
  objects: { readonly charts: readonly number[]; readonly dashboards: readonly number[] },
): Promise<void> {
  const { client, tables, ownId } = reading;
  const kinds = [
    ['slice', chartEndpoints.favoriteStatus.path, objects.charts],
    ['Dashboard', dashboardEndpoints.favoriteStatus.path, objects.dashboards],
  ] as const;
  for (const [class_name, path, ids] of kinds)
    for (let at = 0; at < ids.length; at += starsAtOnce) {
      const { document } = await client.get(withQuery(path, { q: ids.slice(at, at + starsAtOnce) }));
      for (const { id, value } of rowsOf(document?.result))
        if (value === true) tables.add('favstar', { user_id: ownId, class_name, obj_id: id });
    }
}

const reportNames =
  'id type name description context_markdown crontab creation_method timezone report_format sql validator_type validator_config_json log_retention grace_period working_timeout force_screenshot custom_width email_subject';

export async function readReports(reading: Reading): Promise<void> {
  const { tables } = reading;
  await readEach(reading, { what: 'reports', ...reportEndpoints, order: 'name' }, (told) => {
    const [chart_id, dashboard_id, database_id] = [told.chart, told.dashboard, told.database].map(numberOf);
    const numbers = {
      chart_id: chart_id ?? null,
      dashboard_id: dashboard_id ?? null,
      database_id: database_id ?? null,
    };
    const extra_json = toColumn(told.extra);
    tables.add('report_schedule', { ...toAudit(told), ...pick(told, reportNames), ...numbers, extra_json });
    for (const owner of rowsOf(told.owners))
      tables.add('report_schedule_user', { user_id: owner.id, report_schedule_id: told.id });
    for (const recipient of rowsOf(told.recipients))
      tables.add('report_recipient', { ...pick(recipient, 'type recipient_config_json'), report_schedule_id: told.id });
  });
}
