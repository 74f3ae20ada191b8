import { datasetEndpoints } from '@powerset/contract';
import { DatasetChange, NewDataset } from '@powerset/contract/schemas';
import { getDatasource, parseDatasource, readExploreDataset, withoutSql } from '../../catalog/index.ts';
import { parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { findIdOf, loadShownOwners, loadUsers, pickColumns, toInfo } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { othersTurn } from '../../turns/index.ts';
import {
  changeDataset,
  deleteDatasets,
  deleteField,
  duplicateDataset,
  getVisibleDataset,
  refreshDataset,
} from './change.ts';
import { type DataRunner, listColumnValues, readSamples } from './datasource.ts';
import { readDrillInfo } from './drill-info.ts';
import { datasetFilters, findDistinct, findRelated, findRelatedObjects, listDatasets } from './lists.ts';
import type { DatasetMaker } from './make.ts';
import { readDetail } from './present.ts';
import { validateExpression } from './validate-expression.ts';
import { registerVersions } from './versions.ts';
import { warmUpCharts } from './warm-up.ts';

export interface DatasetsOptions {
  readonly maker: DatasetMaker;
  readonly runner: DataRunner;
}

export function registerDatasets(router: Router, services: Services, { maker, runner }: DatasetsOptions): void {
  registerReading(router, services);
  registerMaking(router, services, maker);
  registerChanging(router, services);
  registerDatasource(router, services, runner);
  registerVersions(router, services);
}

function registerReading(router: Router, services: Services): void {
  router.route(datasetEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'Dataset',
        verbs: [
          'can_read',
          'can_write',
          'can_export',
          'can_duplicate',
          'can_get_or_create_dataset',
          'can_get_drill_info',
          'can_warm_up_cache',
        ],
        title: 'Dataset',
        addForm: NewDataset,
        editForm: DatasetChange,
        filters: datasetFilters,
      },
      parseQ(query),
    ),
  );
  router.route(datasetEndpoints.list, ({ user, query }) => listDatasets(services, user, parseListQuery(query)));
  for (const endpoint of [datasetEndpoints.related, datasetEndpoints.relatedByResource])
    router.route(endpoint, ({ user, params, query }) =>
      findRelated(services, user, { column: params.column, query: parseListQuery(query) }),
    );
  for (const endpoint of [datasetEndpoints.distinct, datasetEndpoints.distinctByResource])
    router.route(endpoint, ({ user, params, query }) =>
      findDistinct(services, user, { column: params.column, query: parseListQuery(query) }),
    );
  router.route(datasetEndpoints.get, async ({ user, params, query }) => {
    const dataset = await getVisibleDataset(services, user, await findIdOf(services.store, 'datasets', params.id));
    const { row } = dataset;
    const [users, owners] = await Promise.all([
      loadUsers(services.store, [row.created_by_fk, row.changed_by_fk]),
      loadShownOwners(services.store, user, { type: 'dataset', ids: [row.id] }),
    ]);
    const detail = await readDetail(dataset, { users, owners, now: services.now() });
    const result = user.isAnonymous ? withoutSql(detail) : detail;
    const { columns } = parseListQuery(query);
    return { id: row.id, result: columns ? pickColumns(result, columns) : result };
  });
  router.route(datasetEndpoints.relatedObjects, async ({ user, params }) => {
    const dataset = await getVisibleDataset(services, user, await findIdOf(services.store, 'datasets', params.id));
    return findRelatedObjects(services, user, dataset.row.id);
  });
  router.route(datasetEndpoints.drillInfo, async ({ user, params, query }) => ({
    result: await readDrillInfo(services, user, { id: parseId(params.id), q: parseQ(query) }),
  }));
}

function registerMaking(router: Router, services: Services, maker: DatasetMaker): void {
  router.route(datasetEndpoints.create, async ({ user, body }) => {
    const dataset = await maker.make(user, {
      databaseId: body.database,
      catalog: body.catalog,
      schema: body.schema ?? null,
      tableName: body.table_name,
      sql: body.sql ?? null,
      owners: body.owners,
      templateParams: body.template_params ?? null,
      isManagedExternally: body.is_managed_externally === true,
      externalUrl: body.external_url ?? null,
      uuid: body.uuid ?? null,
      normalizesColumns: body.normalize_columns === true,
      alwaysFiltersTime: body.always_filter_main_dttm === true,
      currencyCodeColumn: body.currency_code_column,
      columns: body.columns,
    });
    // Of many columns reading takes milliseconds, and so does what is said of them.
    await othersTurn();
    return { id: dataset.row.id, result: body, data: await readExploreDataset(dataset) };
  });
  router.route(datasetEndpoints.getOrCreate, async ({ user, body }) => {
    const dataset = await maker.getOrMake(user, {
      databaseId: body.database_id,
      catalog: body.catalog,
      schema: body.schema ?? null,
      tableName: body.table_name,
      templateParams: body.template_params ?? null,
      normalizesColumns: body.normalize_columns === true,
      alwaysFiltersTime: body.always_filter_main_dttm === true,
    });
    return { result: { table_id: dataset.row.id } };
  });
  router.route(datasetEndpoints.duplicate, async ({ user, body }) => ({
    id: await duplicateDataset(services, user, { baseId: body.base_model_id, tableName: body.table_name }),
    result: body,
  }));
}

function registerChanging(router: Router, services: Services): void {
  router.route(datasetEndpoints.update, async ({ user, params, query, body }) => {
    const id = parseId(params.id);
    const overridesColumns = query.override_columns === true;
    await changeDataset(services, user, { id, body, overridesColumns });
    // Columns that nobody named are those of the source.
    if (overridesColumns && !body.columns) await refreshDataset(services, user, id);
    return { id, result: body };
  });
  router.route(datasetEndpoints.refresh, async ({ user, params }) => {
    await refreshDataset(services, user, parseId(params.id));
    return { message: 'OK' };
  });
  router.route(datasetEndpoints.delete, async ({ user, params }) => {
    await deleteDatasets(services, user, [parseId(params.id)]);
    return { message: 'OK' };
  });
  router.route(datasetEndpoints.bulkDelete, async ({ user, query }) => {
    const ids = parseIds(query);
    await deleteDatasets(services, user, ids);
    return { message: `Deleted ${ids.length} dataset${ids.length === 1 ? '' : 's'}` };
  });
  router.route(datasetEndpoints.deleteColumn, async ({ user, params }) => {
    await deleteField(services, user, {
      kind: 'column',
      datasetId: parseId(params.id),
      id: parseId(params.columnId),
    });
    return { message: 'OK' };
  });
  router.route(datasetEndpoints.deleteMetric, async ({ user, params }) => {
    await deleteField(services, user, {
      kind: 'metric',
      datasetId: parseId(params.id),
      id: parseId(params.metricId),
    });
    return { message: 'OK' };
  });
}

function registerDatasource(router: Router, services: Services, runner: DataRunner): void {
  router.route(datasetEndpoints.warmUp, ({ user, signal, body, request: { log } }) =>
    warmUpCharts({ services, runner }, { user, signal, log }, body),
  );
  router.route(datasetEndpoints.validateExpression, async ({ user, params, body, signal }) => ({
    result: await validateExpression(runner, { user, signal }, { type: params.type, id: parseId(params.id), body }),
  }));
  router.route(datasetEndpoints.columnValues, async ({ user, params, query, signal }) => ({
    result: await listColumnValues(
      { services, runner },
      { user, signal },
      { type: params.type, id: parseId(params.id), column: params.column, search: query.q ?? '' },
    ),
  }));
  for (const endpoint of [datasetEndpoints.samples, datasetEndpoints.samplesLegacy])
    router.route(endpoint, async ({ user, query, body, signal }) => {
      const result = await readSamples(
        runner,
        { user, signal },
        {
          type: query.datasource_type,
          id: query.datasource_id,
          isForced: query.force === true,
          page: query.page ?? 1,
          perPage: query.per_page ?? 1000,
          dashboardId: query.dashboard_id,
          body,
        },
      );
      return { result };
    });
  router.route(datasetEndpoints.metadata, async ({ user, query }) => {
    const source = parseDatasource(query.datasourceKey, 'datasourceKey');
    const shown = await readExploreDataset(await getDatasource(services, user, source));
    return user.isAnonymous ? withoutSql(shown) : shown;
  });
}
