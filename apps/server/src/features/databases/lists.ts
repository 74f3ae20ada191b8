import type { ListQuery } from '@powerset/contract';
import { canSeeDatabase, type User } from '../../access/index.ts';
import {
  type FilterRules,
  loadUsers,
  readOrder,
  readPage,
  textCondition,
  toConditions,
  toEnvelope,
  valueCondition,
} from '../../lists/index.ts';
import type { MetadataTables, Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { toListRow } from './present.ts';

const flag =
  (column: 'allow_dml' | 'allow_run_async' | 'expose_in_sqllab' | 'allow_file_upload') =>
  (value: unknown, builder: Parameters<FilterRules<MetadataTables, 'databases'>[string]>[1], operator: string) =>
    valueCondition(builder.ref(column), operator, value);

const filterRules: FilterRules<MetadataTables, 'databases'> = {
  database_name: (value, builder, operator) => textCondition(builder.ref('database_name'), operator, value),
  uuid: (value, builder, operator) => textCondition(builder.ref('uuid'), operator, value),
  id: (value, builder, operator) => valueCondition(builder.ref('id'), operator, value),
  'allow_file_upload.upload_is_enabled': (value, builder) =>
    valueCondition(builder.ref('allow_file_upload'), 'eq', Boolean(value)),
  allow_file_upload: flag('allow_file_upload'),
  allow_dml: flag('allow_dml'),
  allow_run_async: flag('allow_run_async'),
  expose_in_sqllab: flag('expose_in_sqllab'),
  created_by: (value, builder, operator) => valueCondition(builder.ref('created_by_fk'), operator, value),
  changed_by: (value, builder, operator) => valueCondition(builder.ref('changed_by_fk'), operator, value),
};

const orderRules = {
  database_name: 'database_name',
  changed_on: 'changed_on',
  changed_on_delta_humanized: 'changed_on',
  'created_by.first_name': 'created_by_fk',
  'changed_by.first_name': 'changed_by_fk',
  expose_in_sqllab: 'expose_in_sqllab',
  allow_dml: 'allow_dml',
  allow_run_async: 'allow_run_async',
  allow_file_upload: 'allow_file_upload',
} as const;

export const databaseFilters = {
  database_name: ['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq'],
  uuid: ['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq'],
  allow_file_upload: ['eq', 'neq', 'upload_is_enabled'],
  allow_dml: ['eq', 'neq'],
  allow_run_async: ['eq', 'neq'],
  expose_in_sqllab: ['eq', 'neq'],
  created_by: ['rel_o_m', 'nrel_o_m'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
};

/** Databases of which the user may see something; there are never many, so the policy itself decides row by row. */
export async function listDatabases(services: Services, user: User, query: ListQuery) {
  const order = readOrder(query, orderRules, { column: 'database_name', isDescending: false });
  const rows = await services.store
    .selectFrom('databases')
    .selectAll()
    .where((builder) => builder.and([...toConditions(query.filters, filterRules, builder)]))
    .orderBy(order.column, order.isDescending ? 'desc' : 'asc')
    .orderBy('id')
    .execute();
  const visible = rows.filter((row) => isVisible(user, row));
  const { limit, offset } = readPage(query, query.page_size === -1);
  const page = visible.slice(offset, offset + limit);
  const users = await loadUsers(
    services.store,
    page.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
  );
  return toEnvelope({
    query,
    count: visible.length,
    rows: page.map((row) => toListRow(row, users, services.now())),
    title: 'List Database',
    orderColumns: Object.keys(orderRules),
  });
}

/** All databases of which the user may see something. */
export async function listVisible({ store }: Services, user: User) {
  const rows = await store.selectFrom('databases').select(['id', 'database_name', 'backend']).execute();
  return rows.filter((row) => isVisible(user, row));
}

function isVisible(user: User, row: Pick<Row<'databases'>, 'id' | 'database_name'>): boolean {
  return canSeeDatabase(user, { id: row.id, name: row.database_name });
}
