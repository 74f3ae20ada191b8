import type { DatasetFields, WireFinding, WireFindings } from '@powerset/contract';
import { loadDataScope, type User, visibleCharts, visibleDashboards } from '../../access/index.ts';
import { loadDataset } from '../../catalog/index.ts';
import { type CheckedFields, checkChart, checkFilters, type Fault } from '../../checks/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { othersTurn } from '../../turns/index.ts';
import { fieldsOf, mostLookedAt, toFinding, toFindings } from './findings.ts';

type Reading = Pick<Services, 'store' | 'config'>;

interface ChangedDataset {
  readonly id: number;
  readonly after: DatasetFields;
}

interface Change {
  readonly id: number;
  readonly before: CheckedFields;
  readonly after: CheckedFields;
}

/** Which charts and filters work with a dataset as it is, and would not with what is left of it. */
export async function findBroken(services: Reading, user: User, { id, after }: ChangedDataset): Promise<WireFindings> {
  const dataset = await loadDataset(services.store, id);
  if (!dataset) return toFindings([], false);
  const before = fieldsOf(dataset);
  const left = { name: before.name, columns: new Set(after.columns), metrics: new Set(after.metrics) };
  const change = { id, before, after: left };
  const charts = await brokenCharts(services, user, change);
  const filters = await brokenFilters(services, user, change);
  return toFindings([...charts.findings, ...filters.findings], charts.isPartial || filters.isPartial);
}

/** What is at fault after a change and was not before. */
function newFaults({ before, after }: Change, check: (fields: CheckedFields) => readonly Fault[]): readonly Fault[] {
  const keyOf = ({ kind, field, name }: Fault) => JSON.stringify([kind, field, name]);
  const known = new Set(check(before).map(keyOf));
  return check(after).filter((fault) => !known.has(keyOf(fault)));
}

interface Broken {
  readonly findings: readonly WireFinding[];
  readonly isPartial: boolean;
}

async function brokenCharts({ store }: Reading, user: User, change: Change): Promise<Broken> {
  const scope = await loadDataScope(store, user);
  const found = await store
    .selectFrom('charts')
    .select('id')
    .where('datasource_id', '=', change.id)
    .where(() => visibleCharts(user, scope))
    .orderBy('id')
    .limit(mostLookedAt + 1)
    .execute();
  const findings: WireFinding[] = [];
  for (const { id } of found.slice(0, mostLookedAt)) {
    const chart = await store.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirst();
    if (!chart) continue;
    const of = { object_type: 'chart', object_id: id, object_name: chart.slice_name } as const;
    findings.push(...newFaults(change, (fields) => checkChart(chart, fields)).map((fault) => toFinding(of, fault)));
    await othersTurn();
  }
  return { findings, isPartial: found.length > mostLookedAt };
}

async function brokenFilters({ store, config }: Reading, user: User, change: Change): Promise<Broken> {
  const scope = await loadDataScope(store, user);
  const isRoleBased = config.featureFlags.DASHBOARD_RBAC === true;
  const found = await store
    .selectFrom('dashboards')
    .select('id')
    .where((builder) =>
      // Written by programs with and without spaces; which of those that are found mean it is looked at below.
      builder.or([
        builder('json_metadata', 'like', `%"datasetId":${change.id}%`),
        builder('json_metadata', 'like', `%"datasetId": ${change.id}%`),
      ]),
    )
    .where(() => visibleDashboards(user, scope, isRoleBased))
    .orderBy('id')
    .limit(mostLookedAt + 1)
    .execute();
  const findings: WireFinding[] = [];
  for (const { id } of found.slice(0, mostLookedAt)) {
    const row = await store.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) continue;
    const metadata = parseDocument(row.json_metadata) ?? {};
    const of = { object_type: 'dashboard', object_id: id, object_name: row.dashboard_title } as const;
    const faults = newFaults(change, (fields) =>
      checkFilters(metadata, {
        position: {},
        isChart: () => true,
        fieldsOf: ({ datasetId }) => (datasetId === change.id ? fields : null),
      }),
    );
    findings.push(...faults.map((fault) => toFinding(of, fault)));
    await othersTurn();
  }
  return { findings, isPartial: found.length > mostLookedAt };
}
