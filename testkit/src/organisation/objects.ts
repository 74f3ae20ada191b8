import type { NewRow, Row } from '../../../apps/server/src/metadata/index.ts';
import { formOf, layoutOf, metadataOf } from './documents.ts';
import { datasetName, type Making } from './people.ts';
import { dashboardOf, firstIds, type OrganisationPlan } from './plan.ts';
import { insertRows, pick, timeOf, upTo, uuidOf } from './rows.ts';

const subjects = ['Revenue', 'Margin', 'Returns', 'Stock', 'Churn', 'Visits', 'Costs', 'Orders', 'Claims'] as const;
const views = ['by region', 'by channel', 'over time', 'by product', 'this year', 'top ten', 'in total'] as const;

/** Datasets, the charts on them, and the dashboards that show these. */
export async function addObjects(making: Making): Promise<void> {
  await addDatasets(making);
  await addCharts(making);
  await addDashboards(making);
}

/** Each is a query of its own on the one table, with the columns that this has. */
async function addDatasets({ store, plan, now, source }: Making): Promise<void> {
  const model = await store
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', source.datasetId)
    .executeTakeFirstOrThrow();
  const columns = await store
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', source.datasetId)
    .execute();
  const metrics = await store
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', source.datasetId)
    .execute();
  const timesOf = (at: number) => ({ created_on: timeOf(now, at + 50), changed_on: timeOf(now, at) });
  await insertRows(
    store,
    'datasets',
    upTo(plan.datasets, (at) => ({
      ...model,
      id: firstIds.datasets + at,
      uuid: uuidOf(firstIds.datasets + at),
      table_name: datasetName(at),
      sql: `SELECT * FROM ${model.table_name}`,
      description: 'What was sold where, by which channel',
      created_by_fk: firstIds.users + (at % plan.people),
      changed_by_fk: firstIds.users + (at % plan.people),
      ...timesOf(at),
    })),
  );
  await insertRows(store, 'dataset_columns', fieldsOf(plan, columns));
  await insertRows(store, 'dataset_metrics', fieldsOf(plan, metrics));
  await insertRows(
    store,
    'owners',
    upTo(plan.datasets, (at) => ({
      object_type: 'dataset',
      object_id: firstIds.datasets + at,
      user_id: firstIds.users + ((plan.teamOfDataset(at) ?? at) % plan.people),
    })),
  );
}

function* fieldsOf<Field extends Row<'dataset_columns'> | Row<'dataset_metrics'>>(
  { datasets }: OrganisationPlan,
  fields: readonly Field[],
) {
  for (let at = 0; at < datasets; at += 1)
    for (const [place, { id: _, ...field }] of fields.entries())
      yield { ...field, dataset_id: firstIds.datasets + at, uuid: uuidOf(at * 100 + place) };
}

async function addCharts({ store, plan, now }: Making): Promise<void> {
  await insertRows(
    store,
    'charts',
    upTo(plan.charts, (at) => toChart({ plan, now }, at)),
  );
  await insertRows(
    store,
    'owners',
    upTo(plan.charts, (at) => ({
      object_type: 'chart',
      object_id: firstIds.charts + at,
      user_id: firstIds.users + plan.ownerOf(dashboardOf(at)),
    })),
  );
}

function toChart({ plan, now }: Pick<Making, 'plan' | 'now'>, at: number): NewRow<'charts'> {
  const form = formOf(at, firstIds.datasets + plan.datasetOfChart(at));
  const owner = firstIds.users + plan.ownerOf(dashboardOf(at));
  return {
    id: firstIds.charts + at,
    uuid: uuidOf(firstIds.charts + at),
    slice_name: `${pick(subjects, at * 7 + dashboardOf(at))} ${pick(views, at)} ${at}`,
    viz_type: form.viz_type,
    datasource_id: firstIds.datasets + plan.datasetOfChart(at),
    datasource_type: 'table',
    params: JSON.stringify(form),
    description: at % 3 === 0 ? 'What the team looks at on Mondays, with last year beside it.' : null,
    certified_by: at % 40 === 0 ? 'Data office' : null,
    created_by_fk: owner,
    changed_by_fk: owner,
    created_on: timeOf(now, at + 500),
    changed_on: timeOf(now, at),
    last_saved_at: timeOf(now, at),
    last_saved_by_fk: owner,
  };
}

async function addDashboards({ store, plan, now }: Making): Promise<void> {
  await insertRows(
    store,
    'dashboards',
    upTo(plan.dashboards, (at) => ({
      id: firstIds.dashboards + at,
      uuid: uuidOf(firstIds.dashboards + at),
      dashboard_title: `${pick(subjects, at)} ${pick(views, Math.floor(at / 9))} ${at}`,
      slug: at % 10 === 0 ? `board-${at}` : null,
      css: '',
      // One in ten is a draft, and seen by its owner alone.
      published: at % 10 === 9 ? 0 : 1,
      position_json: JSON.stringify(layoutOf(plan, at)),
      json_metadata: JSON.stringify(metadataOf(plan, at)),
      created_by_fk: firstIds.users + plan.ownerOf(at),
      changed_by_fk: firstIds.users + plan.ownerOf(at),
      created_on: timeOf(now, at + 900),
      changed_on: timeOf(now, at * 3),
    })),
  );
  await insertRows(store, 'dashboard_charts', placesOf(plan));
  await insertRows(store, 'owners', ownersOf(plan));
}

function* placesOf(plan: OrganisationPlan) {
  for (let at = 0; at < plan.dashboards; at += 1)
    for (const chart of plan.chartsOf(at))
      yield { dashboard_id: firstIds.dashboards + at, chart_id: firstIds.charts + chart };
}

/** Each has one owner, and some have a second of the same team. */
function* ownersOf(plan: OrganisationPlan) {
  for (let at = 0; at < plan.dashboards; at += 1) {
    const object = { object_type: 'dashboard', object_id: firstIds.dashboards + at };
    const owner = plan.ownerOf(at);
    yield { ...object, user_id: firstIds.users + owner };
    const second = (owner + plan.teams) % plan.people;
    if (at % 3 === 0 && second !== owner) yield { ...object, user_id: firstIds.users + second };
  }
}
