import type { ListQuery } from '@powerset/contract';
import {
  canSeeDatabase,
  listedCharts,
  listedDashboards,
  loadDataScope,
  readableDatasets,
  type User,
} from '../../access/index.ts';
import { notFound } from '../../http/index.ts';
import { containsText, type RelatedAnswer, type RelatedItem, readPage } from '../../lists/index.ts';
import type { Services } from '../../services.ts';

interface RelatedQuestion {
  readonly column: string;
  readonly query: ListQuery;
}

const mostChoices = 10_000;

/** Charts, dashboards, datasets and databases that the person sees, for pickers. */
export async function findRelatedObjects(
  services: Pick<Services, 'store' | 'config'>,
  user: User,
  { column, query }: RelatedQuestion,
): Promise<RelatedAnswer> {
  const all = await loadChoices(services, user, { column, query });
  const { limit, offset } = readPage(query);
  const included = query.include_ids ?? [];
  const page = all.slice(offset, offset + limit);
  const added = all.filter(({ value }) => included.includes(value) && !page.some((one) => one.value === value));
  return { count: included.length > 0 ? page.length + added.length : all.length, result: [...page, ...added] };
}

async function loadChoices(
  { store, config }: Pick<Services, 'store' | 'config'>,
  user: User,
  { column, query }: RelatedQuestion,
): Promise<readonly RelatedItem[]> {
  const filter = query.filter ?? '';
  const scope = await loadDataScope(store, user);
  const toItem = ({ id, text }: { readonly id: number; readonly text: string }) => ({ text, value: id, extra: {} });
  if (column === 'chart') {
    const rows = await store
      .selectFrom('charts')
      .select(['id', 'slice_name as text'])
      .where(() => listedCharts(user, scope))
      .where(() => containsText(filter, ['slice_name']))
      .orderBy('slice_name')
      .limit(mostChoices)
      .execute();
    return rows.map(toItem);
  }
  if (column === 'dashboard') {
    const rows = await store
      .selectFrom('dashboards')
      .select(['id', 'dashboard_title as text'])
      .where(() => listedDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true))
      .where(() => containsText(filter, ['dashboard_title']))
      .orderBy('dashboard_title')
      .limit(mostChoices)
      .execute();
    return rows.map(toItem);
  }
  if (column === 'dataset') {
    const rows = await store
      .selectFrom('datasets')
      .select(['id', 'table_name as text'])
      .where(() => readableDatasets(scope))
      .where(() => containsText(filter, ['table_name']))
      .orderBy('table_name')
      .limit(mostChoices)
      .execute();
    return rows.map(toItem);
  }
  if (column !== 'database') throw notFound();
  const rows = await store
    .selectFrom('databases')
    .select(['id', 'database_name as text'])
    .where(() => containsText(filter, ['database_name']))
    .orderBy('database_name')
    .execute();
  return rows.filter(({ id, text }) => canSeeDatabase(user, { id, name: text })).map(toItem);
}
