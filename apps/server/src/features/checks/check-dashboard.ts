import type { WireFinding, WireFindings } from '@powerset/contract';
import { canAccessData, loadDataScope, type User, visibleCharts } from '../../access/index.ts';
import { loadDataset, toDataObject } from '../../catalog/index.ts';
import { type CheckedFields, checkChart, checkFilters } from '../../checks/index.ts';
import { type Document, isDocument, parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { othersTurn } from '../../turns/index.ts';
import { type Checked, fieldsOf, mostLookedAt, toFinding, toFindings, toWholeFinding } from './findings.ts';

type Reading = Pick<Services, 'store'>;
/** What a dataset has; null where the person may not read it, and nothing is said of what asks it. */
type KnownFields = ReadonlyMap<number, CheckedFields | null>;

/** What of a dashboard does not work, as far as the person may see its charts. */
export async function checkDashboard(
  services: Reading,
  user: User,
  row: Row<'dashboards'> | undefined,
): Promise<WireFindings> {
  if (!row) return toFindings([], false);
  const own: Checked = { object_type: 'dashboard', object_id: row.id, object_name: row.dashboard_title };
  const position = parseDocument(row.position_json) ?? {};
  const metadata = parseDocument(row.json_metadata) ?? {};
  const charts = await loadCharts(services, user, { id: row.id, placed: placedCharts(position) });
  const datasets = await loadFields(services, user, [
    ...charts.seen.flatMap(({ datasource_id: id }) => (id === null ? [] : [id])),
    ...targetedDatasets(metadata),
  ]);
  const findings: WireFinding[] = placedCharts(position)
    .filter((id) => !charts.there.has(id))
    .map(() => toWholeFinding(own, 'missing chart'));
  for (const chart of charts.seen) {
    findings.push(...checkOne(chart, datasets));
    await othersTurn();
  }
  const faults = checkFilters(metadata, {
    position,
    isChart: ({ chartId }) => typeof chartId === 'number' && charts.there.has(chartId),
    fieldsOf: ({ datasetId }) => {
      if (typeof datasetId !== 'number') return null;
      const fields = datasets.get(datasetId);
      return fields === undefined ? 'missing' : fields;
    },
  });
  return toFindings([...findings, ...faults.map((fault) => toFinding(own, fault))], charts.isPartial);
}

function checkOne(chart: Row<'charts'>, datasets: KnownFields): readonly WireFinding[] {
  const of: Checked = { object_type: 'chart', object_id: chart.id, object_name: chart.slice_name };
  const fields = datasets.get(chart.datasource_id ?? -1);
  if (fields === undefined) return [toWholeFinding(of, 'dead chart')];
  return fields === null ? [] : checkChart(chart, fields).map((fault) => toFinding(of, fault));
}

function placedCharts(position: Document): readonly number[] {
  const numbers = Object.values(position).flatMap((node) => {
    const id = isDocument(node) && node.type === 'CHART' && isDocument(node.meta) ? node.meta.chartId : undefined;
    return typeof id === 'number' ? [id] : [];
  });
  return [...new Set(numbers)];
}

function targetedDatasets({ native_filter_configuration: filters }: Document): readonly number[] {
  if (!Array.isArray(filters)) return [];
  return filters
    .filter(isDocument)
    .flatMap(({ targets }) =>
      (Array.isArray(targets) ? targets : []).flatMap((target) =>
        isDocument(target) && typeof target.datasetId === 'number' ? [target.datasetId] : [],
      ),
    );
}

interface OnDashboard {
  readonly id: number;
  readonly placed: readonly number[];
}

/** Charts that there are, and those of them that the person sees. */
async function loadCharts({ store }: Reading, user: User, { id, placed }: OnDashboard) {
  const links = await store.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', id).execute();
  const asked = [...new Set([...placed, ...links.map(({ chart_id }) => chart_id)])];
  const wanted = asked.slice(0, mostLookedAt);
  const there = await store
    .selectFrom('charts')
    .select('id')
    .where('id', 'in', wanted.length > 0 ? wanted : [-1])
    .execute();
  const scope = await loadDataScope(store, user);
  const seen = await store
    .selectFrom('charts')
    .selectAll()
    .where('id', 'in', wanted.length > 0 ? wanted : [-1])
    .where(() => visibleCharts(user, scope))
    .orderBy('id')
    .execute();
  const isPartial = asked.length > wanted.length;
  // Of those that were not asked for nothing is said.
  return { there: new Set([...there.map((chart) => chart.id), ...asked.slice(mostLookedAt)]), seen, isPartial };
}

async function loadFields({ store }: Reading, user: User, ids: readonly number[]): Promise<KnownFields> {
  const known = new Map<number, CheckedFields | null>();
  for (const id of new Set(ids)) {
    const dataset = await loadDataset(store, id);
    if (dataset) known.set(id, canAccessData(user, toDataObject(dataset)) ? fieldsOf(dataset) : null);
  }
  return known;
}
