import type { InvalidateBody } from '@powerset/contract';
import type { Services } from '../../services.ts';

const uidPattern = /^(\d{1,15})__table$/;

/** The ids of the datasets that are named; of those that are not there nothing is kept either. */
export async function findNamedDatasets(
  { store }: Pick<Services, 'store'>,
  { datasource_uids: uids, datasources }: InvalidateBody,
): Promise<readonly number[]> {
  const ids = new Set((uids ?? []).flatMap((uid) => uidPattern.exec(uid)?.[1] ?? []).map(Number));
  const wanted = (datasources ?? []).filter(({ datasource_type: type }) => ['table', 'dataset'].includes(type));
  const rows = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.table_name', 'datasets.schema', 'databases.database_name'])
    .where((where) =>
      where.or([
        where('datasets.id', 'in', ids.size > 0 ? [...ids] : [-1]),
        where('datasets.table_name', 'in', ['', ...wanted.map(({ datasource_name: table }) => table ?? '')]),
      ]),
    )
    .execute();
  return rows
    .filter(
      (row) =>
        ids.has(row.id) ||
        wanted.some(
          ({ datasource_name: table, database_name: database, schema }) =>
            row.table_name === table &&
            (!database || row.database_name === database) &&
            (!schema || row.schema === schema),
        ),
    )
    .map(({ id }) => id);
}
