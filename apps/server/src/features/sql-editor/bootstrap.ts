import type { WireEditorBootstrap, WireEditorDatabase, WireEditorTab, WireQueryRun } from '@powerset/contract';
import { canSeeDatabase, type User } from '../../access/index.ts';
import { defaultSchemaOf } from '../../catalog/index.ts';
import {
  defaultCatalogOf,
  findDatabaseKind,
  findOpeningProblem,
  nameOfEngine,
  readsOtherCatalogs,
} from '../../engines/index.ts';
import { parseDocument, type Row, type Store } from '../../metadata/index.ts';
import { type RunRegistry, toWireQueries } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';

/** What the tabs' feature knows, given by the application. */
export interface TabsReader {
  loadActiveTab(store: Store, user: User, registry?: RunRegistry): Promise<WireEditorTab | null>;
  listTabLabels(store: Store, user: User): Promise<readonly { readonly id: number; readonly label: string }[]>;
}

export interface BootstrapQuestion {
  readonly services: Services;
  readonly registry: RunRegistry;
  readonly tabs: TabsReader;
  readonly user: User;
}

const dayMs = 86_400_000;
const recentRuns = 200;

export async function loadBootstrap(question: BootstrapQuestion): Promise<WireEditorBootstrap> {
  const { services, user, tabs, registry } = question;
  const databases = await loadDatabases(services.store, user);
  if (services.config.featureFlags.SQLLAB_BACKEND_PERSISTENCE === false)
    return { active_tab: null, databases, queries: {}, tab_state_ids: [] };
  return {
    active_tab: await tabs.loadActiveTab(services.store, user, registry),
    databases,
    queries: await loadRecentRuns(question),
    tab_state_ids: await tabs.listTabLabels(services.store, user),
  };
}

async function loadDatabases(store: Store, user: User): Promise<Readonly<Record<string, WireEditorDatabase>>> {
  const rows = await store
    .selectFrom('databases')
    .selectAll()
    .where('expose_in_sqllab', '=', 1)
    .orderBy('id')
    .execute();
  const visible = rows.filter((row) => canSeeDatabase(user, { id: row.id, name: row.database_name }));
  return Object.fromEntries(visible.map((row) => [String(row.id), toEditorDatabase(row)]));
}

function toEditorDatabase(row: Row<'databases'>): WireEditorDatabase {
  const extra = parseDocument(row.extra) ?? {};
  return {
    id: row.id,
    database_name: row.database_name,
    backend: row.backend,
    backend_name: nameOfEngine(row.backend),
    opening_problem: findOpeningProblem(row),
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    allow_dml: row.allow_dml === 1,
    allow_file_upload: row.allow_file_upload === 1,
    allow_run_async: row.allow_run_async === 1,
    is_embedded: findDatabaseKind(row.backend)?.isEmbedded === true,
    allows_subquery: true,
    allows_cost_estimate: extra.cost_estimate_enabled !== false,
    allows_virtual_table_explore: extra.allows_virtual_table_explore !== false,
    disable_data_preview: extra.disable_data_preview === true,
    expose_in_sqllab: row.expose_in_sqllab === 1,
    force_ctas_schema: row.force_ctas_schema,
    default_schema: defaultSchemaOf(row) || null,
    default_catalog: defaultCatalogOf(row),
    allow_multi_catalog: readsOtherCatalogs(row),
    explore_database_id: typeof extra.explore_database_id === 'number' ? extra.explore_database_id : row.id,
  };
}

async function loadRecentRuns(question: BootstrapQuestion): Promise<Readonly<Record<string, WireQueryRun>>> {
  const { services, user, registry } = question;
  const runs = await services.store
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('start_time', '>=', services.now().getTime() - dayMs)
    .orderBy('id', 'desc')
    .limit(recentRuns)
    .execute();
  const wires = await toWireQueries(services.store, runs, registry);
  return Object.fromEntries(wires.map((wire) => [wire.id, wire]));
}
