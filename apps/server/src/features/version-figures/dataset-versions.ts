import type { Source } from '../../answers/index.ts';
import { type AccessibleDataset, assertNoRulesOnTables, describeSource, toSourceRequest } from '../../catalog/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { Asker, SaidDataset } from './given.ts';

/** The dataset as a version says it, with the rules of whoever asks and all else as it is now. */
export function toDataset(now: AccessibleDataset, version: SaidDataset): AccessibleDataset {
  const { columns, metrics } = version;
  const row: Row<'datasets'> = {
    ...now.row,
    table_name: version.table_name,
    // Versions of before it was kept are of the catalog that is opened.
    catalog: version.catalog ?? null,
    schema: version.schema,
    sql: version.sql,
    main_dttm_col: version.main_dttm_col,
    offset: version.offset,
    fetch_values_predicate: version.fetch_values_predicate,
    template_params: version.template_params,
    extra: version.extra,
    always_filter_main_dttm: version.always_filter_main_dttm ? 1 : 0,
  };
  return {
    ...now,
    row,
    columns: partsOf(columns, now.row.id) as unknown as AccessibleDataset['columns'],
    metrics: partsOf(metrics, now.row.id) as unknown as AccessibleDataset['metrics'],
  };
}

/** Columns or metrics as rows; a version keeps flags as yes and no. */
function partsOf(text: string, datasetId: number): readonly Record<string, unknown>[] {
  const parts = Object.values(parseDocument(text) ?? {});
  return parts.map((part, index) => ({
    ...Object.fromEntries(
      Object.entries(part as object).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
    ),
    ...{ id: index + 1, dataset_id: datasetId, position: index },
  }));
}

/** Where a version reads something else than what is saved now, whoever asks must be allowed to read that. */
export async function openVersion(
  services: Services,
  { user }: Asker,
  { now, dataset }: { readonly now: AccessibleDataset; readonly dataset: AccessibleDataset },
): Promise<Source> {
  const sourceOf = ({ row }: AccessibleDataset) =>
    JSON.stringify([row.sql || null, row.catalog, row.schema, row.sql ? '' : row.table_name, row.template_params]);
  if (sourceOf(now) !== sourceOf(dataset)) {
    await describeSource(services, toSourceRequest(user, dataset));
    const { row, database } = dataset;
    // Rules of the dataset that stands on that table now are none of this one.
    if (!row.sql)
      await assertNoRulesOnTables(services.store, {
        ...{ user, database, schema: row.schema },
        tables: [{ catalog: row.catalog, schema: row.schema, table: row.table_name }],
      });
  }
  return {
    dataset,
    engine: await services.engines.get(dataset.database.id, user, dataset.row.catalog),
    isTemplated: true,
  };
}
