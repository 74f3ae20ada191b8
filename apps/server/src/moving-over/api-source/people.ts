import {
  chartEndpoints,
  groupEndpoints,
  roleEndpoints,
  rowLevelRuleEndpoints,
  urlOf,
  userEndpoints,
  withQuery,
} from '@powerset/contract';
import { type Document, isDocument } from '../../metadata/index.ts';
import { forEach, pick, type Reading, readList, rowsOf, type Told } from './reading.ts';

const adminRole = 'Admin';

/** Roles, people and groups; older releases tell less of them. */
export async function readPeople(reading: Reading): Promise<void> {
  const roles = await readRoles(reading);
  await readUsers(reading, roles);
  await readGroups(reading);
}

/** The number of the administrators’ role there. */
async function readRoles(reading: Reading): Promise<number | null> {
  const { tables, left } = reading;
  const listed = await readList(reading, { what: 'roles', path: roleEndpoints.list.path, order: 'name' });
  const isTold = !('refused' in listed);
  const rows = isTold
    ? listed
    : await readRelated(reading, urlOf(rowLevelRuleEndpoints.related, { params: { column: 'roles' } }));
  for (const { id, name } of rows) tables.add('ab_role', { id, name: String(name ?? '') });
  if (isTold) await readPermissions(reading, rows);
  else
    left({
      ...{ what: 'permissions of roles', rows: null },
      why: 'this release does not tell them: roles of your own come empty, and those that every installation has may what they may here',
    });
  return rows.find(({ name }) => name === adminRole)?.id ?? null;
}

async function readPermissions(reading: Reading, roles: readonly Told[]): Promise<void> {
  const { client, tables } = reading;
  const numbers = { ab_permission: new Map<string, number>(), ab_view_menu: new Map<string, number>() };
  const numberOf = (table: keyof typeof numbers, name: string) => {
    const known = numbers[table].get(name);
    if (known !== undefined) return known;
    const id = numbers[table].size + 1;
    numbers[table].set(name, id);
    tables.add(table, { id, name });
    return id;
  };
  const work = async ({ id: role_id, name }: Told) => {
    if (name === adminRole) return;
    const { document } = await client.get(urlOf(roleEndpoints.permissions, { params: { id: role_id } }));
    for (const { id, permission_name, view_menu_name } of rowsOf(document?.result)) {
      const permission_id = numberOf('ab_permission', String(permission_name));
      const view_menu_id = numberOf('ab_view_menu', String(view_menu_name));
      tables.add('ab_permission_view', { id, permission_id, view_menu_id });
      tables.add('ab_permission_view_role', { permission_view_id: id, role_id });
    }
  };
  await forEach(reading, 'roles', { rows: roles, work });
}

async function readUsers(reading: Reading, adminRoleId: number | null): Promise<void> {
  const listed = await readList(reading, { what: 'people', path: userEndpoints.list.path, order: 'username' });
  if ('refused' in listed) return readOwners(reading, adminRoleId);
  const { tables } = reading;
  for (const user of listed) {
    addUser(reading, user, user.username === reading.credentials.username);
    for (const { id } of rowsOf(user.roles)) tables.add('ab_user_role', { user_id: user.id, role_id: id });
  }
}

const userNames = 'id first_name last_name username active email last_login login_count created_on';

function addUser({ tables, credentials }: Reading, user: Document, isOwn: boolean): void {
  const password = isOwn ? (credentials.passwordHash ?? null) : null;
  tables.add('ab_user', { ...pick(user, userNames), password, is_password_untold: password === null ? 1 : 0 });
}

/** Everybody who may own something, by name and mail address: neither how they are called when they sign in nor their roles. */
async function readOwners(reading: Reading, adminRoleId: number | null): Promise<void> {
  const { tables, left, ownId, credentials } = reading;
  const people = await readRelated(reading, urlOf(chartEndpoints.related, { params: { column: 'owners' } }));
  const names = new Set([credentials.username]);
  for (const { id, name, extra } of people) {
    const isOwn = id === ownId;
    const { email = '', active = true }: Document = isDocument(extra) ? extra : {};
    const wished = isOwn && credentials.username ? credentials.username : String(email || `user-${id}`);
    const username = !isOwn && names.has(wished) ? `user-${id}` : wished;
    names.add(username);
    const [first_name = '', ...rest] = String(name ?? '').split(' ');
    addUser(reading, { id, username, first_name, last_name: rest.join(' '), email, active }, isOwn);
  }
  if (ownId !== null && adminRoleId !== null) tables.add('ab_user_role', { user_id: ownId, role_id: adminRoleId });
  left({
    ...{ what: 'user names and roles of people', rows: people.length },
    why: 'this release tells names and mail addresses alone: people are called by their mail addresses and have no roles, but for the account that signed in, which administers',
  });
}

/** What a field may be filled with: numbers with texts. */
async function readRelated({ client }: Reading, path: string): Promise<readonly Told[]> {
  const found = new Map<number, Told>();
  for (let page = 0; page < 1000; page += 1) {
    const { document } = await client.get(withQuery(path, { q: { page, page_size: 100 } }));
    const rows = Array.isArray(document?.result) ? document.result.filter(isDocument) : [];
    for (const { value, text, extra } of rows) {
      const id = Number(value);
      if (Number.isSafeInteger(id) && id > 0) found.set(id, { id, name: text, extra });
    }
    if (rows.length === 0 || found.size >= Number(document?.count ?? 0)) break;
  }
  return [...found.values()];
}

async function readGroups(reading: Reading): Promise<void> {
  const { tables } = reading;
  const rows = await readList(reading, { what: 'groups', path: groupEndpoints.list.path, order: 'name' });
  if ('refused' in rows) return;
  for (const group of rows) {
    tables.add('ab_group', pick(group, 'id name label description'));
    for (const { id } of rowsOf(group.roles)) tables.add('ab_group_role', { group_id: group.id, role_id: id });
    for (const { id } of rowsOf(group.users)) tables.add('ab_user_group', { group_id: group.id, user_id: id });
  }
}
