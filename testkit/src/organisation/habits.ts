import type { Making } from './people.ts';
import { dashboardOf, firstIds, type OrganisationPlan } from './plan.ts';
import { insertRows, pick, timeOf, upTo, uuidOf } from './rows.ts';

/** So many of each for a person, over a year. */
const perPerson = { views: 80, stars: 8, runs: 15, queries: 3, states: 4 } as const;
const words = ['finance', 'weekly', 'board', 'draft', 'sales', 'audit', 'people', 'europe'] as const;

/** What people leave behind: stars, tags, rules, versions, the log, runs of SQL, links, and what they deleted. */
export async function addHabits(making: Making): Promise<void> {
  const { store, plan } = making;
  await insertRows(store, 'favorites', starsOf(making));
  await addTags(making);
  await addRules(making);
  await insertRows(store, 'object_versions', versionsOf(making));
  await insertRows(store, 'logs', viewsOf(making));
  await insertRows(
    store,
    'queries',
    upTo(plan.people * perPerson.runs, (at) => toRun(making, at)),
  );
  await insertRows(
    store,
    'saved_queries',
    upTo(plan.people * perPerson.queries, (at) => toSavedQuery(making, at)),
  );
  await insertRows(
    store,
    'key_values',
    upTo(plan.people * perPerson.states, (at) => toState(making, at)),
  );
  await insertRows(
    store,
    'trash',
    upTo(Math.ceil(plan.dashboards / 10), (at) => toTrash(making, at)),
  );
}

/** Some dashboard that a person is likely to look at: of everybody's the first most often. */
function dashboardFor(plan: OrganisationPlan, person: number, turn: number): number {
  const shared = Math.max(1, Math.floor(plan.dashboards / 20));
  if (turn % 3 > 0) return (Math.floor(shared ** (((person * 31 + turn * 17) % 100) / 100)) - 1) * 20;
  return (plan.teamOf(person) + plan.sharedDatasets + turn * plan.teams) % plan.dashboards;
}

function* starsOf({ plan, now }: Making) {
  for (let person = 0; person < plan.people; person += 1) {
    const starred = new Set(
      Array.from({ length: perPerson.stars }, (_, turn) => dashboardFor(plan, person, turn * 7 + 1)),
    );
    for (const dashboard of starred)
      yield {
        object_type: 'dashboard',
        object_id: firstIds.dashboards + dashboard,
        user_id: firstIds.users + person,
        created_on: now.toISOString(),
      };
  }
}

async function addTags({ store, plan, now }: Making): Promise<void> {
  const time = now.toISOString();
  const tags = Math.max(8, Math.ceil(plan.teams * 1.5));
  await insertRows(
    store,
    'tags',
    upTo(tags, (at) => ({
      id: firstIds.roles + at,
      name: `${pick(words, at)} ${at}`,
      created_on: time,
      changed_on: time,
      created_by_fk: firstIds.users,
      changed_by_fk: firstIds.users,
    })),
  );
  const given = { created_on: time, created_by_fk: firstIds.users };
  await insertRows(
    store,
    'tagged_objects',
    upTo(plan.dashboards, (at) => ({
      object_type: 'dashboard',
      object_id: firstIds.dashboards + at,
      tag_id: firstIds.roles + (at % tags),
      ...given,
    })),
  );
  await insertRows(
    store,
    'tagged_objects',
    upTo(Math.floor(plan.charts / 5), (at) => ({
      object_type: 'chart',
      object_id: firstIds.charts + at * 5,
      tag_id: firstIds.roles + (at % tags),
      ...given,
    })),
  );
}

/** One dataset in ten shows a team fewer rows. */
async function addRules({ store, plan, now }: Making): Promise<void> {
  const rules = Math.ceil(plan.datasets / 10);
  const idOf = (at: number) => firstIds.roles + at;
  const times = { created_on: now.toISOString(), changed_on: now.toISOString() };
  await insertRows(
    store,
    'row_level_rules',
    upTo(rules, (at) => ({
      id: idOf(at),
      name: `Rows of team ${at}`,
      filter_type: 'Regular',
      clause: `region <> 'region ${at % 5}'`,
      ...times,
    })),
  );
  await insertRows(
    store,
    'row_level_rule_roles',
    upTo(rules, (at) => ({
      rule_id: idOf(at),
      role_id: firstIds.roles + (plan.teamOfDataset(at * 10) ?? at % plan.teams),
    })),
  );
  await insertRows(
    store,
    'row_level_rule_datasets',
    upTo(rules, (at) => ({ rule_id: idOf(at), dataset_id: firstIds.datasets + at * 10 })),
  );
}

function* versionsOf({ plan, now }: Making) {
  const versionOf = (object_type: string, at: number) => ({
    object_type,
    number: 1,
    changed_fields: '[]',
    changed_by_fk: firstIds.users + (at % plan.people),
    changed_on: timeOf(now, at),
  });
  for (let at = 0; at < plan.dashboards; at += 1) {
    const document = JSON.stringify({ dashboard_title: `Board ${at}`, position_json: 'x'.repeat(3000) });
    const object_id = firstIds.dashboards + at;
    yield { ...versionOf('dashboard', at), object_id, name: `Board ${at}`, size: document.length, document };
  }
  for (let at = 0; at < plan.charts; at += 4) {
    const document = JSON.stringify({ slice_name: `Chart ${at}`, params: 'x'.repeat(800) });
    const object_id = firstIds.charts + at;
    yield { ...versionOf('chart', at), object_id, name: `Chart ${at}`, size: document.length, document };
  }
}

function* viewsOf({ plan, now }: Making) {
  for (let turn = perPerson.views - 1; turn >= 0; turn -= 1)
    for (let person = 0; person < plan.people; person += 1) {
      const isChart = turn % 8 === 5;
      const dashboard = dashboardFor(plan, person, turn);
      const chart = firstIds.charts + (dashboard * 10 + (turn % 10));
      yield {
        user_id: firstIds.users + person,
        action: isChart ? 'mount_explorer' : 'mount_dashboard',
        json: JSON.stringify({ event_name: 'view', path: '/superset/dashboard/', ts: turn, impression: person }),
        // A visit in four days of each person, everybody at another time of the day.
        dttm: new Date(now.getTime() - turn * 86_400_000 - person * 5000 - 60_000).toISOString(),
        dashboard_id: isChart ? null : firstIds.dashboards + dashboard,
        slice_id: isChart ? chart : null,
        duration_ms: 200 + (person % 900),
      };
    }
}

function toRun({ plan, now, source }: Making, at: number) {
  const time = Date.parse(timeOf(now, at));
  return {
    client_id: `run-${at}`,
    user_id: firstIds.users + (at % plan.people),
    database_id: source.databaseId,
    sql: `SELECT region, sum(amount) FROM sales WHERE cost < ${at} GROUP BY region`,
    status: 'success',
    rows: at % 1000,
    start_time: time,
    end_time: time + 300,
    changed_on: timeOf(now, at),
  };
}

function toSavedQuery({ plan, now, source }: Making, at: number) {
  const user = firstIds.users + (at % plan.people);
  return {
    uuid: uuidOf(at),
    user_id: user,
    db_id: source.databaseId,
    label: `Query ${at}`,
    sql: `SELECT region, sum(amount) FROM sales WHERE cost < ${at} GROUP BY region`,
    created_on: timeOf(now, at),
    changed_on: timeOf(now, at),
    created_by_fk: user,
    changed_by_fk: user,
  };
}

function toState({ plan, now }: Making, at: number) {
  const dashboard = dashboardOf((at * 10) % plan.charts);
  return {
    resource: 'dashboard_permalink',
    key: `simulated-${at}`,
    value: JSON.stringify({ dashboard: firstIds.dashboards + dashboard, state: { dataMask: {}, anchor: `${at}` } }),
    user_id: firstIds.users + (at % plan.people),
    created_on: timeOf(now, at),
  };
}

function toTrash({ plan, now }: Making, at: number) {
  return {
    object_type: 'chart',
    object_id: firstIds.charts + plan.charts + at,
    uuid: uuidOf(firstIds.charts + plan.charts + at),
    name: `Gone ${at}`,
    deleted_on: timeOf(now, at % 2000),
    deleted_by_fk: firstIds.users + (at % plan.people),
    document: JSON.stringify({ charts: [{ params: 'x'.repeat(800) }] }),
  };
}
