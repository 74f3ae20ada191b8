import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseRison } from '@powerset/contract';
import { isDocument } from '../../metadata/index.ts';

export type ApiItem = Readonly<Record<string, unknown>> & { readonly id: number };

/** What an installation holds: lists by the last part of their address, and answers by whole ones. */
export interface ApiHoldings {
  readonly lists: Readonly<Record<string, readonly ApiItem[]>>;
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Columns that items tell and lists do not. */
  readonly onlyInItems?: readonly string[];
  /** Columns by which the lists can be ordered. */
  readonly orders?: readonly string[];
}

export interface ApiServer {
  readonly url: string;
  /** Paths that were asked, with what stands behind the question mark. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** Answers in place of the usual answer; true where it did. */
export type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

interface ServerOptions {
  readonly instead?: Instead;
  readonly tls?: { readonly key: string; readonly cert: string };
}

export const apiAccount = { username: 'ada', password: 'correct horse battery' };
const tokenOf = (turn: number) => `head.${Buffer.from(JSON.stringify({ sub: '1', turn })).toString('base64url')}.tail`;

/** Speaks as the reference does, in its shapes: sign-in, pages of a hundred at most, items, 404 for what is not there. */
export async function startApiServer(holdings: ApiHoldings, { instead, tls }: ServerOptions = {}): Promise<ApiServer> {
  const asked: string[] = [];
  let turn = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').replace(/^\/base/, '').replace('/api/v1/', '');
    asked.push(path);
    if (instead?.(request, response)) return;
    if (path === 'security/login') {
      const body = JSON.parse(await textOf(request));
      turn += 1;
      const isRight = body.username === apiAccount.username && body.password === apiAccount.password;
      return send(
        response,
        isRight ? 200 : 401,
        isRight ? { access_token: tokenOf(turn) } : { message: 'Not authorized' },
      );
    }
    if (!request.headers.authorization?.startsWith('Bearer ')) return send(response, 401, { message: 'Missing token' });
    const [status, document] = find(holdings, path);
    send(response, status, document);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function find(
  { lists, answers = {}, onlyInItems = [], orders = [] }: ApiHoldings,
  path: string,
): readonly [number, unknown] {
  const [plain = '', search = ''] = path.split('?');
  if (Object.hasOwn(answers, plain)) return [200, answers[plain]];
  const [, name = '', id] = /^(.*?)\/(\d+)?$/.exec(plain.endsWith('/') ? plain : `${plain}`) ?? [];
  const rows = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!rows) return [404, { message: 'Not found' }];
  if (id !== undefined) {
    const row = rows.find((one) => one.id === Number(id));
    return row ? [200, { id: row.id, result: row }] : [404, { message: 'Not found' }];
  }
  const asked = parseRison(new URLSearchParams(search).get('q') ?? '()');
  const { page, page_size, order_column: order } = isDocument(asked) ? asked : {};
  if (order !== undefined && !orders.includes(String(order)))
    return [400, { message: `Invalid order by column: ${order}` }];
  const size = Math.min(100, Number(page_size));
  const shown = rows.slice(Number(page) * size, (Number(page) + 1) * size);
  const result = shown.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !onlyInItems.includes(key))),
  );
  return [200, { count: rows.length, ids: shown.map((row) => row.id), result }];
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

export function send(response: ServerResponse, status: number, document: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}

const uuid = (kind: number, id: number) => `0000000${kind}-0000-4000-8000-00000000000${id}`;
const person = { id: 1, first_name: 'Ada', last_name: 'L' };
const told = {
  changed_on_utc: '2026-01-02T03:04:05.678901+0000',
  changed_by: person,
  created_by: person,
  owners: [person],
};
const custom = { id: 5, name: 'Money', type: 1 };

/** What a small installation of release 6.1 answers. */
export function smallHoldings(): ApiHoldings {
  return {
    orders: ['id', 'name', 'slice_name'],
    onlyInItems: ['position_json', 'json_metadata', 'query_context', 'columns', 'metrics', 'sqlalchemy_uri', 'css'],
    lists: {
      database: [
        { id: 1, uuid: uuid(1, 1), database_name: 'Shop', expose_in_sqllab: true, allow_dml: true, extra: '{}' },
        { id: 2, uuid: uuid(1, 2), database_name: 'Far', expose_in_sqllab: false },
      ],
      dataset: [
        {
          ...{ id: 1, uuid: uuid(2, 1), table_name: 'orders', schema: 'public', ...told, database: { id: 1 } },
          ...{ main_dttm_col: 'at', offset: 2, filter_select_enabled: true, created_on: '2025-05-05T00:00:00' },
          columns: [
            { id: 1, uuid: uuid(7, 1), column_name: 'region', type: 'TEXT', groupby: true, filterable: false },
            { id: 2, uuid: uuid(7, 2), column_name: 'at', type: 'TIMESTAMP', is_dttm: true },
          ],
          metrics: [{ id: 1, metric_name: 'turnover', expression: 'SUM(x)', currency: { symbol: 'EUR' } }],
        },
      ],
      chart: [1, 2].map((id) => ({
        ...{ id, uuid: uuid(3, id), slice_name: 'Pie', viz_type: 'pie', ...told, datasource_id: 1 },
        ...{ datasource_type: 'table', dashboards: [{ id: 1, dashboard_title: 'Sales' }], tags: [custom] },
        params: JSON.stringify({ viz_type: 'pie', datasource: '1__table' }),
        query_context: JSON.stringify({ datasource: { id: 1, type: 'table' }, queries: [] }),
        last_saved_by: person,
      })),
      dashboard: [
        {
          ...{
            id: 1,
            uuid: uuid(4, 1),
            dashboard_title: 'Sales',
            slug: 'sales',
            published: true,
            css: '.a{}',
            ...told,
          },
          ...{ roles: [{ id: 6, name: 'Analysts' }], theme: { id: 3 }, tags: [custom] },
          position_json: JSON.stringify({
            'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId: 1 } },
          }),
          json_metadata: JSON.stringify({ timed_refresh_immune_slices: [1] }),
        },
      ],
      'security/roles': [
        { id: 1, name: 'Admin' },
        { id: 6, name: 'Analysts' },
      ],
      'security/users': [
        { ...person, username: 'ada', email: 'a@b.c', active: true, roles: [{ id: 1, name: 'Admin' }], login_count: 3 },
        {
          id: 2,
          username: 'bob',
          first_name: 'Bob',
          last_name: 'B',
          email: 'b@b.c',
          active: false,
          roles: [{ id: 6 }],
        },
      ],
      'security/groups': [{ id: 9, name: 'Readers', label: 'x', roles: [{ id: 6 }], users: [{ id: 2 }] }],
      rowlevelsecurity: [
        {
          ...{
            id: 1,
            name: 'EU only',
            filter_type: 'Regular',
            clause: "region = 'EU'",
            group_key: '',
            description: 'd',
          },
          ...{ roles: [{ id: 6, name: 'Analysts' }], tables: [{ id: 1, table_name: 'orders' }] },
        },
      ],
      saved_query: [
        {
          id: 1,
          label: 'All',
          sql: 'select 1',
          db_id: 1,
          database: { id: 1 },
          created_by: person,
          created_on: '2025-01-01T00:00:00',
        },
      ],
      annotation_layer: [{ id: 1, name: 'Holidays', descr: 'd' }],
      'annotation_layer/1/annotation': [
        {
          id: 1,
          short_descr: 'New Year',
          start_dttm: '2026-01-01T00:00:00',
          end_dttm: '2026-01-02T00:00:00',
          json_metadata: '{"a":1}',
        },
      ],
      tag: [
        { id: 4, name: 'owner:1', type: 3 },
        { id: 5, name: 'Money', type: 1, description: 'of it' },
      ],
      css_template: [{ id: 1, template_name: 'Quiet', css: '.a { color: gray }', created_by: person }],
      theme: [{ id: 3, uuid: uuid(5, 3), theme_name: 'Acme', json_data: '{"token":{"colorPrimary":"#0a8f6a"}}' }],
      report: [
        {
          ...{ id: 1, type: 'Report', name: 'Weekly', crontab: '0 9 * * 1', timezone: 'Europe/Berlin', active: true },
          ...{ dashboard: { id: 1 }, chart: null, database: null, report_format: 'PNG', extra: {}, owners: [person] },
          recipients: [{ id: 1, type: 'Email', recipient_config_json: '{"target": "a@example.com"}' }],
        },
      ],
    },
    answers: {
      'me/': { result: { id: 1, username: 'ada' } },
      'database/1/connection': {
        id: 1,
        result: {
          ...{
            id: 1,
            database_name: 'Shop',
            sqlalchemy_uri: 'postgresql://reader:XXXXXXXXXX@db.example.com:5432/shop',
          },
          ...{ allow_dml: true, expose_in_sqllab: true, extra: '{}', impersonate_user: false, server_cert: null },
          masked_encrypted_extra: '{"key": "XXXXXXXXXX"}',
        },
      },
      'database/2/connection': { id: 2, result: { is_managed_externally: false } },
      'dashboard/1/embedded': {
        result: {
          uuid: uuid(6, 1),
          allowed_domains: ['https://a.example.com'],
          dashboard_id: '1',
          changed_on: '2026-01-01T00:00:00',
        },
      },
      'security/roles/6/permissions/': {
        result: [
          { id: 11, permission_name: 'can_read', view_menu_name: 'Chart' },
          { id: 12, permission_name: 'datasource_access', view_menu_name: '[Shop].[orders](id:1)' },
        ],
      },
      'chart/favorite_status/': {
        result: [
          { id: 1, value: true },
          { id: 2, value: false },
        ],
      },
      'dashboard/favorite_status/': { result: [{ id: 1, value: true }] },
      'tag/get_objects/': {
        result: [
          { id: 1, type: 'chart' },
          { id: 1, type: 'dashboard' },
        ],
      },
      'chart/related/owners': {
        count: 3,
        result: [
          { text: 'Ada L', value: 1, extra: { email: 'a@b.c', active: true } },
          { text: 'Bob B', value: 2, extra: { email: 'b@b.c', active: false } },
          { text: 'Cy', value: 3, extra: { email: 'b@b.c' } },
        ],
      },
      'rowlevelsecurity/related/roles': {
        count: 2,
        result: [
          { text: 'Admin', value: 1, extra: {} },
          { text: 'Analysts', value: 6, extra: {} },
        ],
      },
    },
  };
}

/** As release 4.1 is set up, which has no interface for people and roles, and no themes. */
export function olderHoldings(): ApiHoldings {
  const { lists, answers = {}, ...rest } = smallHoldings();
  const {
    'security/roles': _roles,
    'security/users': _users,
    'security/groups': _groups,
    theme: _theme,
    ...older
  } = lists;
  const { 'me/': _me, 'security/roles/6/permissions/': _permissions, ...told } = answers;
  return { ...rest, lists: older, answers: told, orders: ['name', 'slice_name'] };
}
