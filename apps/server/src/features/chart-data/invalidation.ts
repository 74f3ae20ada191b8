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
  const named = new Set(wanted.map(({ datasource_name: table, ...place }) => nameOf(table, place)));
  const rows = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.table_name', 'datasets.schema', 'databases.database_name'])
    .where((where) =>
      where.or([
        where('datasets.id', 'in', [-1, ...ids]),
        where('datasets.table_name', 'in', ['', ...wanted.map(({ datasource_name: table }) => table ?? '')]),
      ]),
    )
    .execute();
  const isNamed = ({ table_name: table, database_name, schema }: (typeof rows)[number]) =>
    [{}, { schema }, { database_name }, { database_name, schema }].some((place) => named.has(nameOf(table, place)));
  return rows.filter((row) => ids.has(row.id) || isNamed(row)).map(({ id }) => id);
}

interface Place {
  readonly database_name?: string | null | undefined;
  readonly schema?: string | null | undefined;
}

/** Whoever names no database or schema means those of all. */
function nameOf(table: string | undefined, { database_name: database, schema }: Place): string {
  return JSON.stringify([table, database || null, schema || null]);
}
