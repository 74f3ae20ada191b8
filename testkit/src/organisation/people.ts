import { hashPassword, hashToken } from '../../../apps/server/src/access/index.ts';
import type { Store } from '../../../apps/server/src/metadata/index.ts';
import { csrfTokenOf, firstIds, nameOf, type OrganisationPlan, sessionTokenOf } from './plan.ts';
import { insertRows, pick, timeOf, upTo } from './rows.ts';

/** What is being made, in which store, and by which clock. */
export interface Making {
  readonly store: Store;
  readonly plan: OrganisationPlan;
  readonly now: Date;
  readonly source: SourceOfAll;
}

/** The one table that all datasets stand on, known to the store as a dataset already. */
export interface SourceOfAll {
  readonly datasetId: number;
  readonly databaseId: number;
}

export const peoplePassword = 'looks at dashboards';
const firstNames = ['Ada', 'Ben', 'Cleo', 'Dario', 'Elif', 'Femi', 'Grace', 'Hugo', 'Ines', 'Jun'] as const;
const lastNames = ['Abe', 'Brandt', 'Costa', 'Diallo', 'Eriksen', 'Fischer', 'Garcia', 'Huang', 'Ivanov'] as const;

/** People, each in a team and a group of it, whose roles say what they may read. */
export async function addPeople(making: Making): Promise<void> {
  const { store, plan, now } = making;
  // One hash for all: a session lets them in.
  const hash = await hashPassword(peoplePassword);
  await insertRows(
    store,
    'users',
    upTo(plan.people, (at) => ({
      id: firstIds.users + at,
      username: nameOf(at),
      first_name: pick(firstNames, at),
      last_name: `${pick(lastNames, Math.floor(at / 10))} ${at}`,
      email: `${nameOf(at)}@example.com`,
      password_hash: hash,
      created_on: timeOf(now, at),
      changed_on: timeOf(now, at),
      login_count: at % 300,
    })),
  );
  await addRoles(making);
  await insertRows(store, 'role_permissions', grantsOf(making, await nameOfDatabase(making)));
  await addSessions(making);
}

const staffRole = (plan: OrganisationPlan) => firstIds.roles + plan.teams;
const analystsRole = (plan: OrganisationPlan) => staffRole(plan) + 1;

async function addRoles({ store, plan, now }: Making): Promise<void> {
  const time = now.toISOString();
  const names = [...upTo(plan.teams, (team) => `Team ${team}`), 'Staff', 'Analysts'];
  await insertRows(
    store,
    'roles',
    names.map((name, at) => ({ id: firstIds.roles + at, name })),
  );
  // A group for each team, and one that everybody is in.
  const groups = names.slice(0, plan.teams + 1);
  await insertRows(
    store,
    'groups',
    groups.map((name, at) => ({ id: firstIds.roles + at, name: `${name} (group)`, changed_on: time })),
  );
  await insertRows(
    store,
    'group_roles',
    groups.map((_, at) => ({ group_id: firstIds.roles + at, role_id: firstIds.roles + at })),
  );
  await insertRows(store, 'user_groups', groupsOfPeople(plan));
  await insertRows(store, 'user_roles', rolesOfPeople(plan, await builtInRoles(store)));
}

function* groupsOfPeople(plan: OrganisationPlan) {
  for (let person = 0; person < plan.people; person += 1) {
    const user_id = firstIds.users + person;
    yield { user_id, group_id: firstIds.roles + plan.teamOf(person) };
    yield { user_id, group_id: staffRole(plan) };
  }
}

function* rolesOfPeople(plan: OrganisationPlan, builtIn: ReadonlyMap<string, number>) {
  for (let person = 0; person < plan.people; person += 1) {
    const user_id = firstIds.users + person;
    yield { user_id, role_id: builtIn.get(plan.isAlpha(person) ? 'Alpha' : 'Gamma') ?? 0 };
    if (!plan.isAnalyst(person)) continue;
    yield { user_id, role_id: builtIn.get('sql_lab') ?? 0 };
    yield { user_id, role_id: analystsRole(plan) };
  }
}

async function builtInRoles(store: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await store.selectFrom('roles').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function nameOfDatabase({ store, source }: Making): Promise<string> {
  const row = await store
    .selectFrom('databases')
    .select('database_name')
    .where('id', '=', source.databaseId)
    .executeTakeFirstOrThrow();
  return row.database_name;
}

export const datasetName = (at: number): string => `sales_${at}`;

/** Each dataset is granted to its team, or to everybody; analysts read the database. */
function* grantsOf({ plan, source }: Making, database: string) {
  for (let at = 0; at < plan.datasets; at += 1) {
    const team = plan.teamOfDataset(at);
    yield {
      role_id: team === null ? staffRole(plan) : firstIds.roles + team,
      permission: 'datasource_access',
      view: `[${database}].[${datasetName(at)}](id:${firstIds.datasets + at})`,
    };
  }
  yield {
    role_id: analystsRole(plan),
    permission: 'database_access',
    view: `[${database}].(id:${source.databaseId})`,
  };
}

/** One session of each person, whose token follows from who it is. */
async function addSessions({ store, plan, now }: Making): Promise<void> {
  const expires = new Date(now.getTime() + 20 * 3_600_000).toISOString();
  await insertRows(
    store,
    'sessions',
    upTo(plan.people, (at) => ({
      id_hash: hashToken(sessionTokenOf(at)),
      user_id: firstIds.users + at,
      csrf_token: csrfTokenOf(at),
      created_on: now.toISOString(),
      expires_on: expires,
      last_used_on: now.toISOString(),
      signed_in_by: 'password',
    })),
  );
}
