import { roleEndpoints, userEndpoints } from '@powerset/contract';
import type { FastifyReply } from 'fastify';
import type { Router } from '../../http/index.ts';
import type { Store } from '../../metadata/index.ts';
import { escapeHtml } from '../../outgoing/index.ts';
import type { Services } from '../../services.ts';
import { listNamed } from './permission-pairs.ts';
import { getRole } from './role-changes.ts';
import { listUsers } from './user-list.ts';

const usualSize = 100;

/**
 * Lists of people and roles as plain tables, for programs that read the reference's pages: older releases told this nowhere else.
 * The first table is where those had their search. Browsers are given the application's pages at the same addresses.
 */
export function registerListPages(router: Router, { store }: Pick<Services, 'store'>): void {
  router.route(userEndpoints.page, async ({ query, reply }) => {
    const { rows } = await listUsers(store, {
      ...pageOf(query.page_UserDBModelView, query.psize_UserDBModelView),
      ...named('username', query._flt_3_username),
    });
    return sendTable(reply, 'List Users', {
      head: ['', 'First Name', 'Last Name', 'User Name', 'Email', 'Is Active?', 'Role'],
      rows: rows.map((user) => [
        link(`/users/show/${user.id}`),
        ...[user.first_name, user.last_name, user.username, user.email, user.active ? 'True' : 'False'].map(escapeHtml),
        escapeHtml(`[${user.roles.map(({ name }) => name).join(', ')}]`),
      ]),
    });
  });
  router.route(roleEndpoints.page, async ({ query, reply }) => {
    const asked = {
      ...pageOf(query.page_RoleModelView, query.psize_RoleModelView),
      ...named('name', query._flt_3_name),
    };
    const { rows } = await listNamed(store, asked, 'roles');
    const cells = rows.map(({ id, name }) => [link(`/roles/edit/${id}`), escapeHtml(name)]);
    return sendTable(reply, 'List Roles', { head: ['', 'Name'], rows: cells });
  });
  router.route(roleEndpoints.rolePage, async ({ params, reply }) => {
    const { id, name } = await getRole(store, params.id);
    const [permissions, holders] = await Promise.all([loadPairs(store, id), loadHolders(store, id)]);
    return send(
      reply,
      'Edit Role',
      `<input id="name" name="name" value="${escapeHtml(name)}">
${select('permissions', permissions)}
${select('user', holders)}`,
    );
  });
}

function pageOf(page = 0, size = usualSize) {
  return { page, page_size: size, order_column: 'id', order_direction: 'asc' } as const;
}

/** The reference's third filter of a text, as older releases number them: that it is this one. */
function named(col: string, value: string | undefined) {
  return value === undefined ? {} : { filters: [{ col, opr: 'eq', value }] };
}

interface Option {
  readonly value: number;
  readonly text: string;
}

async function loadPairs(store: Store, roleId: number): Promise<readonly Option[]> {
  const rows = await store
    .selectFrom('role_permissions')
    .select(['permission', 'view'])
    .where('role_id', '=', roleId)
    .orderBy('permission')
    .orderBy('view')
    .execute();
  return rows.map(({ permission, view }, at) => ({
    value: at + 1,
    text: `${permission.replaceAll('_', ' ')} on ${view}`,
  }));
}

async function loadHolders(store: Store, roleId: number): Promise<readonly Option[]> {
  const rows = await store
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['users.id', 'users.username'])
    .where('user_roles.role_id', '=', roleId)
    .orderBy('users.id')
    .execute();
  return rows.map(({ id, username }) => ({ value: id, text: username }));
}

const select = (id: string, options: readonly Option[]) =>
  `<select id="${id}" name="${id}" multiple>
${options.map(({ value, text }) => `<option selected value="${value}">${escapeHtml(text)}</option>`).join('\n')}
</select>`;

const link = (address: string) => `<a href="${address}">${address.split('/').at(-1)}</a>`;

interface Table {
  readonly head: readonly string[];
  /** Cells as HTML. */
  readonly rows: readonly (readonly string[])[];
}

function sendTable(reply: FastifyReply, title: string, { head, rows }: Table): FastifyReply {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const lines = [line(head.map(escapeHtml), 'th'), ...rows.map((cells) => line(cells, 'td'))];
  return send(reply, title, `<table></table>\n<table>\n${lines.join('\n')}\n</table>`);
}

function send(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head><title>${title}</title></head>\n<body>${body}</body></html>\n`);
}
