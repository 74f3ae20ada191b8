import { queryRunEndpoints } from '@powerset/contract';
import { listSqlTables } from '../../catalog/index.ts';
import { fieldError, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { toEnvelope, toShown } from '../../lists/index.ts';
import { type RunRegistry, toWireQueries } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { toListRow, toShowRow } from './present.ts';
import { stopRun } from './stop.ts';
import { distinctValues, listRuns, orderColumns, ownRun, relatedValues, runsSince } from './store.ts';

export interface QueryRunsOptions {
  readonly registry: RunRegistry;
}

export function registerQueryRuns(router: Router, services: Services, { registry }: QueryRunsOptions): void {
  const { store } = services;
  router.route(queryRunEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, runs } = await listRuns(store, user, asked);
    const wires = await toWireQueries(store, runs, registry);
    const tables = await listSqlTables(
      services,
      user,
      runs.map(({ database_id: databaseId, executed_sql: executed, sql, catalog, schema }) => ({
        ...{ databaseId, sql: executed ?? sql, catalog, schema },
      })),
    );
    const rows = runs.map((run, index) => toListRow(run, wires[index], tables[index]));
    return toEnvelope({ query: asked, count, rows, title: 'List Query', orderColumns: Object.keys(orderColumns) });
  });
  router.route(queryRunEndpoints.updatedSince, async ({ user, query }) => ({
    result: await toWireQueries(store, await runsSince(store, user, readSince(parseQ(query))), registry),
  }));
  router.route(queryRunEndpoints.related, ({ user, params, query }) =>
    relatedValues({ store, user, column: params.column, query: parseListQuery(query) }),
  );
  router.route(queryRunEndpoints.distinct, ({ user, params, query }) =>
    distinctValues({ store, user, column: params.column, query: parseListQuery(query) }),
  );
  router.route(queryRunEndpoints.get, async ({ user, params }) => {
    const run = await ownRun(store, user, parseId(params.id));
    return toShown({ id: run.id, row: toShowRow(run), query: {}, title: 'Show Query' });
  });
  router.route(queryRunEndpoints.stop, async ({ user, body }) => {
    await stopRun({ services, registry, user, clientId: body.client_id });
    return { result: 'OK' };
  });
}

function readSince(q: unknown): number {
  const value = (q as { last_updated_ms?: unknown } | undefined)?.last_updated_ms;
  const time = typeof value === 'string' ? Number(value) : value;
  if (typeof time === 'number' && Number.isFinite(time)) return time;
  throw fieldError({ last_updated_ms: ['Missing data for required field.'] }, 400);
}
