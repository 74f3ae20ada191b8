import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

let home: InProcessApp;
let away: InProcessApp;
let alpha: ApiClient;
let gamma: ApiClient;
let databaseId: number;
let ids: Seed;

type Files = Readonly<Record<string, unknown>>;
const uuidOf = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;

beforeAll(async () => {
  home = await startInProcess({ env: { POWERSET_LOG_LEVEL: 'error' } });
  away = await startInProcess();
  databaseId = (await home.admin.get('/api/v1/database/')).json.ids[0];
  const engine = await home.app.services.engines.getEmbedded(databaseId);
  await engine.runTrusted("create table main.sales as select range as id, 'shop ' || range % 3 as shop from range(9)");
  alpha = await home.signInAs('alma', ['Alpha']);
  gamma = await home.signInAs('gina', ['Gamma']);
  ids = await seed();
});
afterAll(async () => {
  await home.stop();
  await away.stop();
});

type Seed = Awaited<ReturnType<typeof seed>>;

async function created(client: ApiClient, path: string, body: unknown): Promise<number> {
  const answer = await client.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

async function seed() {
  const { admin } = home;
  const place = { database: databaseId, schema: 'main' };
  const dataset = await created(admin, '/api/v1/dataset/', { ...place, table_name: 'sales' });
  const virtual = await created(admin, '/api/v1/dataset/', {
    ...place,
    table_name: 'by_shop',
    sql: 'select shop, count(*) as n\nfrom sales\ngroup by shop',
  });
  const chartOf = (name: string, datasource: number) =>
    created(admin, '/api/v1/chart/', {
      slice_name: name,
      viz_type: 'table',
      datasource_id: datasource,
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'table', datasource: `${datasource}__table`, note: 'yes', code: '0o17' }),
      query_context: JSON.stringify({
        datasource: { id: datasource, type: 'table' },
        queries: [{ columns: ['shop'] }],
      }),
      description: '<script>alert(1)</script>',
    });
  const sales = await chartOf('Sales, näht & more', dataset);
  const shops = await chartOf('Shops', virtual);
  const dashboard = await created(admin, '/api/v1/dashboard/', {
    dashboard_title: 'The shop',
    slug: 'the-shop',
    published: true,
    css: '.a { color: red }',
    json_metadata: JSON.stringify({ ...toMetadata(virtual, [sales, shops]), positions: toPositions([sales, shops]) }),
  });
  const query = await created(admin, '/api/v1/saved_query/', {
    label: 'All sales',
    db_id: databaseId,
    schema: 'main',
    sql: 'select *\n  from sales -- all: of them',
  });
  return { dataset, virtual, sales, shops, dashboard, query };
}

function toPositions(charts: readonly number[]) {
  const nodes = charts.map((chartId) => ({
    id: `CHART-${chartId}`,
    type: 'CHART',
    children: [],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    meta: { chartId, width: 4, height: 50, sliceName: '' },
  }));
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': {
      id: 'ROW-1',
      type: 'ROW',
      children: nodes.map((node) => node.id),
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: {},
    },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  };
}

function toMetadata(datasetId: number, charts: readonly number[]) {
  const [first, second] = charts;
  return {
    color_scheme: 'x',
    refresh_frequency: 30,
    expanded_slices: { [String(first)]: true },
    timed_refresh_immune_slices: [second],
    chart_configuration: {
      [String(first)]: {
        id: first,
        crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [first] }, chartsInScope: [second] },
      },
    },
    native_filter_configuration: [
      {
        id: 'NATIVE_FILTER-1',
        type: 'NATIVE_FILTER',
        name: 'Shop',
        filterType: 'filter_select',
        targets: [{ datasetId, column: { name: 'shop' } }],
        scope: { rootPath: ['ROOT_ID'], excluded: [second] },
        chartsInScope: [first],
      },
    ],
  };
}

/** Text that shrinks, but not without measure. */
const noise = (length: number) =>
  Array.from({ length: length / 8 }, (_, index) => String((index * 7919) % 99_999_989).padStart(8, '0')).join('');

function unpack(answer: ApiAnswer): Record<string, Record<string, unknown>> {
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  const entries = Object.entries(unzipSync(answer.bytes)).map(([name, bytes]) => [
    name.slice(name.indexOf('/') + 1),
    parse(strFromU8(bytes)),
  ]);
  return Object.fromEntries(entries);
}

function pack(files: Files, root = 'bundle/'): Uint8Array {
  const entries = Object.entries(files).map(([name, value]) => [
    `${root}${name}`,
    value instanceof Uint8Array ? value : strToU8(typeof value === 'string' ? value : stringify(value)),
  ]);
  return zipSync(Object.fromEntries(entries));
}

interface Sending {
  readonly client?: ApiClient;
  readonly resource: string;
  readonly archive: Uint8Array | undefined;
  readonly fields?: Readonly<Record<string, string>>;
}

function send({ client = home.admin, resource, archive, fields = {} }: Sending): Promise<ApiAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // A copy, since the type of the platform wants a buffer of its own.
  if (archive) form.append(resource === 'assets' ? 'bundle' : 'formData', new Blob([archive.slice()]), 'bundle.zip');
  return client.post(`/api/v1/${resource}/import/`, undefined, { form });
}

const overwrite = { overwrite: 'true' };
const exportOf = (resource: string, id: number, client: ApiClient = home.admin) =>
  client.get(`/api/v1/${resource}/export/?q=!(${id})`);

/** Everything of an installation that bundles carry, by uuid, without the numbers that are its own. */
async function contentOf({ admin }: InProcessApp) {
  const files = unpack(await admin.get('/api/v1/assets/export/'));
  delete files['metadata.yaml'];
  const text = JSON.stringify(Object.values(files).filter((file) => !('sqlalchemy_uri' in file)));
  const plain = JSON.parse(text, (key, value) =>
    [
      'database_uuid',
      'chartId',
      'datasource',
      'query_context',
      'id',
      'excluded',
      'chartsInScope',
      'expanded_slices',
      'timed_refresh_immune_slices',
      'chart_configuration',
    ].includes(key)
      ? undefined
      : value,
  ) as { uuid: string }[];
  return plain.sort((a, b) => a.uuid.localeCompare(b.uuid));
}

const rowsOf = async ({ app }: InProcessApp) => {
  const { store } = app.services;
  const [databases, datasets, columns, charts, dashboards, queries, links] = await Promise.all([
    store.selectFrom('databases').selectAll().orderBy('id').execute(),
    store.selectFrom('datasets').selectAll().orderBy('id').execute(),
    store.selectFrom('dataset_columns').selectAll().orderBy('id').execute(),
    store.selectFrom('charts').selectAll().orderBy('id').execute(),
    store.selectFrom('dashboards').selectAll().orderBy('id').execute(),
    store.selectFrom('saved_queries').selectAll().orderBy('id').execute(),
    store.selectFrom('dashboard_charts').selectAll().orderBy('chart_id').execute(),
  ]);
  return { databases, datasets, columns, charts, dashboards, queries, links };
};

describe('exporting', () => {
  it('gives a dashboard with its charts, datasets and database under the reference’s names [IMP-006]', async () => {
    const answer = await home.admin.get(`/api/v1/dashboard/export/?q=!(${ids.dashboard})&token=tok_1`);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename=dashboard_export_\d{8}T\d{6}\.zip$/,
    );
    expect(answer.headers.getSetCookie().join()).toMatch(/^tok_1=done; Max-Age=600/);
    const names = Object.keys(unzipSync(answer.bytes));
    expect(new Set(names.map((name) => name.split('/')[0])).size).toBe(1);
    const files = unpack(answer);
    expect(Object.keys(files).sort()).toEqual([
      `charts/Sales_naht__more_${ids.sales}.yaml`,
      `charts/Shops_${ids.shops}.yaml`,
      `dashboards/The_shop_${ids.dashboard}.yaml`,
      'databases/Powerset.yaml',
      'datasets/Powerset/by_shop.yaml',
      'datasets/Powerset/sales.yaml',
      'metadata.yaml',
    ]);
    expect(files['metadata.yaml']).toMatchObject({ version: '1.0.0', type: 'Dashboard' });
    const dashboard = files[`dashboards/The_shop_${ids.dashboard}.yaml`];
    const chart = files[`charts/Shops_${ids.shops}.yaml`];
    const virtual = files['datasets/Powerset/by_shop.yaml'];
    expect(chart?.dataset_uuid).toBe(virtual?.uuid);
    expect(virtual?.database_uuid).toBe(files['databases/Powerset.yaml']?.uuid);
    expect(dashboard).toMatchObject({
      position: { [`CHART-${ids.shops}`]: { meta: { uuid: chart?.uuid } } },
      metadata: {
        native_filter_configuration: [{ targets: [{ datasetUuid: virtual?.uuid, column: { name: 'shop' } }] }],
      },
    });
    expect(JSON.stringify(dashboard)).not.toContain('datasetId');
  });

  it('names what each kind of bundle holds [IMP-006]', async () => {
    const types: Readonly<Record<string, string>> = {
      chart: 'Slice',
      dataset: 'SqlaTable',
      database: 'Database',
      saved_query: 'SavedQuery',
    };
    const asked = { chart: ids.sales, dataset: ids.dataset, database: databaseId, saved_query: ids.query };
    for (const [resource, id] of Object.entries(asked))
      expect(unpack(await exportOf(resource, id))['metadata.yaml']?.type).toBe(types[resource]);
    const query = unpack(await exportOf('saved_query', ids.query))['queries/Powerset/main/All_sales.yaml'];
    expect(query).toMatchObject({ label: 'All sales', schema: 'main', sql: 'select *\n  from sales -- all: of them' });
  });

  it('refuses what is malformed, unknown or not allowed [IMP-006]', async () => {
    const statusOf = async (path: string, client: ApiClient) => (await client.get(path)).status;
    expect(await statusOf('/api/v1/chart/export/', home.admin)).toBe(400);
    expect(await statusOf('/api/v1/chart/export/?q=!(x)', home.admin)).toBe(400);
    expect(await statusOf('/api/v1/chart/export/?q=!(99999)', home.admin)).toBe(404);
    expect(await statusOf(`/api/v1/chart/export/?q=!(${ids.sales},99999)`, home.admin)).toBe(404);
    expect(await statusOf(`/api/v1/chart/export/?q=!(${ids.sales})&token=a;b%20c`, home.admin)).toBe(400);
    expect(await statusOf(`/api/v1/chart/export/?q=!(${ids.sales})&token=powerset_session`, home.admin)).toBe(400);
    expect(await statusOf(`/api/v1/chart/export/?q=!(${ids.sales})`, gamma)).toBe(404);
    expect(await statusOf(`/api/v1/database/export/?q=!(${databaseId})`, alpha)).toBe(403);
    expect(
      await statusOf(`/api/v1/saved_query/export/?q=!(${ids.query})`, await home.signInAs('sven', ['sql_lab'])),
    ).toBe(404);
  });

  it('puts charts that the layout lacks below the others, so that none is lost [IMP-006]', async () => {
    const { store } = home.app.services;
    const extra = await created(home.admin, '/api/v1/chart/', {
      slice_name: 'Loose',
      viz_type: 'pie',
      datasource_id: ids.dataset,
      datasource_type: 'table',
    });
    const dashboard = await created(home.admin, '/api/v1/dashboard/', { dashboard_title: 'Loose ends' });
    await store.insertInto('dashboard_charts').values({ dashboard_id: dashboard, chart_id: extra }).execute();
    const file = unpack(await exportOf('dashboard', dashboard))[`dashboards/Loose_ends_${dashboard}.yaml`];
    expect(JSON.stringify(file?.position)).toContain(`"chartId":${extra}`);
    for (const [path, id] of [
      ['dashboard', dashboard],
      ['chart', extra],
    ] as const)
      expect((await home.admin.delete(`/api/v1/${path}/${id}`)).status).toBe(200);
  });
});

describe('the way there and back', () => {
  it('gives an empty installation the same objects, and a second time changes nothing [IMP-006, API-077]', async () => {
    const archive = (await home.admin.get('/api/v1/assets/export/')).bytes;
    const first = await send({ client: away.admin, resource: 'assets', archive });
    expect(first.json, first.text).toEqual({ message: 'OK' });
    expect(await contentOf(away)).toEqual(await contentOf(home));
    const before = await rowsOf(away);
    const second = await send({ client: away.admin, resource: 'assets', archive });
    expect(second.json).toEqual({ message: 'OK' });
    expect(await rowsOf(away)).toEqual(before);
  });

  it('binds charts, layout and filters to the numbers that things have there [IMP-006]', async () => {
    const { dashboards, charts, datasets, links } = await rowsOf(away);
    const chart = charts.find((row) => row.slice_name === 'Shops');
    const other = charts.find((row) => row.slice_name !== 'Shops');
    const dataset = datasets.find((row) => row.table_name === 'by_shop');
    expect(JSON.parse(chart?.params ?? '')).toMatchObject({
      datasource: `${dataset?.id}__table`,
      note: 'yes',
      code: '0o17',
    });
    expect(JSON.parse(chart?.query_context ?? '').datasource.id).toBe(dataset?.id);
    const metadata = JSON.parse(dashboards[0]?.json_metadata ?? '');
    expect(metadata.native_filter_configuration[0]).toMatchObject({
      targets: [{ datasetId: dataset?.id }],
      scope: { excluded: [chart?.id] },
      chartsInScope: [other?.id],
    });
    expect(metadata.chart_configuration[String(other?.id)]).toMatchObject({ id: other?.id });
    expect(metadata.timed_refresh_immune_slices).toEqual([chart?.id]);
    expect(links.map((link) => link.chart_id).sort()).toEqual([chart?.id, other?.id].sort());
    const shown = await away.admin.get(`/api/v1/dashboard/${dashboards[0]?.id}/charts`);
    expect(shown.json.result).toHaveLength(2);
  });

  it('says what exists when overwriting was not asked for, and changes nothing [IMP-003]', async () => {
    const asked = {
      chart: ids.sales,
      dashboard: ids.dashboard,
      dataset: ids.dataset,
      database: databaseId,
      saved_query: ids.query,
    };
    const words = {
      chart: 'Chart',
      dashboard: 'Dashboard',
      dataset: 'Dataset',
      database: 'Database',
      saved_query: 'Saved query',
    };
    const before = await rowsOf(home);
    for (const [resource, id] of Object.entries(asked)) {
      const archive = (await exportOf(resource, id)).bytes;
      const answer = await send({ resource, archive, fields: { overwrite: 'false' } });
      expect(answer.status).toBe(422);
      const [error] = answer.json.errors;
      expect(error).toMatchObject({ error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' });
      const text = `${words[resource as keyof typeof words]} already exists and \`overwrite=true\` was not passed`;
      expect(Object.values(error.extra)).toContain(text);
      expect(error.message).toContain(text);
    }
    expect(await rowsOf(home)).toEqual(before);
  });

  it('overwrites what the bundle is of, and leaves what that stands on [IMP-005, API-077]', async () => {
    const files = unpack(await exportOf('chart', ids.sales));
    const chart = Object.keys(files).find((name) => name.startsWith('charts/')) ?? '';
    const dataset = 'datasets/Powerset/sales.yaml';
    const changed = {
      ...files,
      [chart]: { ...files[chart], slice_name: 'Renamed' },
      [dataset]: { ...files[dataset], description: 'not taken' },
    };
    const answer = await send({ resource: 'chart', archive: pack(changed), fields: overwrite });
    expect(answer.json).toEqual({ message: 'OK' });
    expect((await home.admin.get(`/api/v1/chart/${ids.sales}`)).json.result.slice_name).toBe('Renamed');
    expect((await home.admin.get(`/api/v1/dataset/${ids.dataset}`)).json.result.description).toBe(null);
    expect((await send({ resource: 'chart', archive: pack(files), fields: overwrite })).status).toBe(200);
  });
});

const oldDatabase = {
  database_name: 'Warehouse',
  sqlalchemy_uri: 'postgresql+psycopg2://reader:XXXXXXXXXX@db.example.org:5432/shop',
  cache_timeout: null,
  expose_in_sqllab: true,
  allow_csv_upload: false,
  extra: { metadata_params: {}, engine_params: {} },
  uuid: uuidOf(1),
  version: '1.0.0',
};
const databaseMetadata = { version: '1.0.0', type: 'Database', timestamp: '2021-03-01T10:00:00.000000+00:00' };
const databaseBundle = (change: Files = {}) =>
  pack({ 'metadata.yaml': databaseMetadata, 'databases/Warehouse.yaml': { ...oldDatabase, ...change } });

describe('passwords', () => {
  const unopened = expect.stringMatching(
    /^databases\/Warehouse\.yaml: The database was imported, but does not open \(\S.*\)\.$/,
  );

  it('asks for what a bundle never carries, takes it, seals it and never gives it out again [IMP-001, IMP-005]', async () => {
    const archive = databaseBundle();
    const asked = await send({ resource: 'database', archive });
    expect(asked.status).toBe(422);
    expect(asked.json.errors[0].extra).toMatchObject({
      'databases/Warehouse.yaml': { _schema: ['Must provide a password for the database'] },
      issue_codes: [{ code: 1010 }],
    });
    const fields = { passwords: JSON.stringify({ 'databases/Warehouse.yaml': 'a secret word' }) };
    expect((await send({ resource: 'database', archive, fields })).json).toEqual({
      message: 'OK',
      warnings: [unopened],
    });
    const row = (await rowsOf(home)).databases.find(({ uuid }) => uuid === uuidOf(1));
    expect(row?.secret).toBeTruthy();
    expect(JSON.stringify(row)).not.toContain('a secret word');
    const text = JSON.stringify(unpack(await exportOf('database', row?.id ?? 0)));
    expect(text).toContain('postgresql+psycopg2://reader:XXXXXXXXXX@db.example.org:5432/shop');
    expect(text).not.toContain('a secret word');
    expect((await send({ resource: 'database', archive, fields: overwrite })).json).toEqual({ message: 'OK' });
    expect((await rowsOf(home)).databases.find(({ uuid }) => uuid === uuidOf(1))).toEqual(row);
  });

  it('sends a kept password to no other server [IMP-001]', async () => {
    const archive = databaseBundle({ sqlalchemy_uri: 'postgresql://reader:XXXXXXXXXX@evil.example.org:5432/shop' });
    const answer = await send({ resource: 'database', archive, fields: overwrite });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Must provide a password for the database');
  });

  it('asks for the secrets of tunnels, takes them beside the file, and shows none of them [IMP-002] [IMP-006]', async () => {
    const mask = 'XXXXXXXXXX';
    const place = { server_address: 'jump.example.org', server_port: 22, username: 'u' };
    const tunnel = { ...place, private_key: mask, private_key_password: mask };
    const fresh = { uuid: uuidOf(2), database_name: 'Other', ssh_tunnel: tunnel };
    const file = 'databases/Warehouse.yaml';
    const sendIt = (change: object, fields: Readonly<Record<string, string>>) =>
      send({ resource: 'database', archive: databaseBundle({ ...fresh, ...change }), fields });
    const asked = await sendIt({}, {});
    expect([asked.status, asked.json.errors[0].extra[file]._schema]).toEqual([
      422,
      [
        'Must provide a password for the database',
        'Must provide a private key for the ssh tunnel',
        'Must provide a private key password for the ssh tunnel',
      ],
    ]);
    const word = await sendIt({ ssh_tunnel: { ...place, password: mask } }, {});
    expect(word.text).toContain('Must provide a password for the ssh tunnel');
    const given = {
      passwords: JSON.stringify({ [file]: 'of the database' }),
      ssh_tunnel_private_keys: JSON.stringify({ [file]: 'a key that nobody reads yet' }),
      ssh_tunnel_private_key_passwords: JSON.stringify({ [file]: 'a word for the key' }),
    };
    expect((await sendIt({}, given)).json).toEqual({ message: 'OK', warnings: [unopened] });
    const row = (await rowsOf(home)).databases.find(({ uuid }) => uuid === uuidOf(2));
    expect(JSON.stringify(row)).not.toContain('a key that');
    const text = JSON.stringify(unpack(await exportOf('database', row?.id ?? 0)));
    expect(text).toContain('jump.example.org');
    for (const secret of ['a key that', 'a word for', 'of the database']) expect(text).not.toContain(secret);
    // What comes back masked is what is known, of the same server alone.
    expect((await sendIt({}, overwrite)).json).toEqual({ message: 'OK' });
    expect((await rowsOf(home)).databases.find(({ uuid }) => uuid === uuidOf(2))?.secret).toBe(row?.secret);
    const moved = await sendIt({ ssh_tunnel: { ...tunnel, server_address: 'evil.example.org' } }, overwrite);
    expect(moved.json.errors[0].extra[file]._schema).toHaveLength(3);
  });

  it('refuses a tunnel to what none can lead to, and one that says too little', async () => {
    const tunnel = { server_address: 'x', username: 'u', password: 'p' };
    const fresh = { uuid: uuidOf(3), database_name: 'Third' };
    const tell = async (change: object) =>
      (await send({ resource: 'database', archive: databaseBundle({ ...fresh, ...change }) })).text;
    const uri = 'postgresql://reader:word@db.example.org:5432/shop';
    expect(await tell({ sqlalchemy_uri: uri, ssh_tunnel: tunnel })).toContain('Field is required');
    const bigquery = { sqlalchemy_uri: 'bigquery://project/set', ssh_tunnel: { ...tunnel, server_port: 22 } };
    expect(await tell(bigquery)).toContain('No SSH tunnel can lead to this kind of database.');
  });

  it('tells where a server stands only to those who may change databases', async () => {
    const row = (await rowsOf(home)).databases.find(({ uuid }) => uuid === uuidOf(1));
    const text = JSON.stringify(unpack(await alpha.get('/api/v1/assets/export/')));
    expect(text).toContain(row?.database_name);
    expect(text).not.toContain('db.example.org');
  });
});

/** A dashboard as an older release of the reference wrote it, with chart types and keys that are not known here. */
function oldBundle(change: Files = {}, databaseUuid = ''): Files {
  return {
    'metadata.yaml': { version: '1.0.0', type: 'Dashboard', timestamp: '2020-12-08T20:34:51.064109+00:00' },
    'databases/Powerset.yaml': {
      database_name: 'Powerset',
      sqlalchemy_uri: 'duckdb:///powerset.duckdb',
      uuid: databaseUuid || uuidOf(10),
      version: '1.0.0',
    },
    'datasets/Powerset/old.yaml': {
      table_name: 'old_table',
      schema: 'main',
      uuid: uuidOf(11),
      version: '1.0.0',
      database_uuid: databaseUuid || uuidOf(10),
      columns: [{ column_name: 'a', type: 'INTEGER', is_dttm: null, groupby: true }],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)', d3format: null }],
      extra: null,
    },
    'charts/Old_1.yaml': {
      slice_name: 'Old',
      viz_type: 'deck_arc',
      params: { datasource: '1__table', slice_id: 7 },
      query_context: null,
      cache_timeout: null,
      uuid: uuidOf(12),
      version: '1.0.0',
      dataset_uuid: uuidOf(11),
      fancy: 1,
    },
    'dashboards/Old_1.yaml': {
      dashboard_title: 'Old',
      slug: 'the-shop',
      uuid: uuidOf(13),
      version: '1.0.0',
      position: {
        DASHBOARD_VERSION_KEY: 'v2',
        ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
        GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-1', 'CHART-2'] },
        'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId: 7, uuid: uuidOf(12) } },
        'CHART-2': { id: 'CHART-2', type: 'CHART', children: [], meta: { chartId: ids.sales } },
      },
      metadata: {
        remote_id: 3,
        import_time: 1607459691,
        show_native_filters: true,
        mystery: 1,
        default_filters: '{"7": {}}',
      },
      ...change,
    },
  };
}

describe('bundles of other releases', () => {
  it('are taken with chart types that are not drawn here; what is unknown is left out and told [IMP-006]', async () => {
    const answer = await send({ client: alpha, resource: 'dashboard', archive: pack(oldBundle()) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.warnings).toEqual([
      'charts/Old_1.yaml: `fancy` is not known here and was left out.',
      'dashboards/Old_1.yaml: the slug the-shop belongs to another dashboard and was left out.',
      'dashboards/Old_1.yaml: `metadata.mystery` is not known here and was left out.',
    ]);
    const { charts, dashboards, links, datasets } = await rowsOf(home);
    const chart = charts.find(({ uuid }) => uuid === uuidOf(12));
    const dashboard = dashboards.find(({ uuid }) => uuid === uuidOf(13));
    const dataset = datasets.find(({ uuid }) => uuid === uuidOf(11));
    expect(chart).toMatchObject({ viz_type: 'deck_arc', datasource_id: dataset?.id });
    expect(JSON.parse(chart?.params ?? '')).toEqual({ datasource: `${dataset?.id}__table`, slice_id: chart?.id });
    expect(dataset?.database_id).toBe(databaseId);
    // A number without a uuid says nothing here: it must not take in somebody else's chart.
    expect(links.filter((link) => link.dashboard_id === dashboard?.id)).toEqual([
      { dashboard_id: dashboard?.id, chart_id: chart?.id },
    ]);
    expect(JSON.parse(dashboard?.json_metadata ?? '').default_filters).toBe(`{"${chart?.id}":{}}`);
    const owners = (await alpha.get(`/api/v1/dashboard/${dashboard?.id}`)).json.result.owners;
    expect(owners).toMatchObject([{ first_name: 'alma' }]);
  });

  it('keep old filter boxes on the charts that came with them, whatever their columns are called [IMP-006]', async () => {
    const bundle = oldBundle({ uuid: uuidOf(73), slug: null });
    const [box, narrowed] = [uuidOf(71), uuidOf(72)];
    const chartFile = (uuid: string, change: object) => ({
      ...(bundle['charts/Old_1.yaml'] as object),
      fancy: undefined,
      uuid,
      ...change,
    });
    const columns = { id: [7], region: ['EU'], __time_range: 'Last week' };
    const chartNode = (id: string, chartId: number, uuid: string) => ({
      id,
      type: 'CHART',
      children: [],
      meta: { chartId, uuid },
    });
    const answer = await send({
      client: alpha,
      resource: 'dashboard',
      archive: pack({
        ...bundle,
        'charts/Old_1.yaml': chartFile(narrowed, { slice_name: 'Narrowed' }),
        'charts/Box_2.yaml': chartFile(box, { slice_name: 'Box', viz_type: 'filter_box' }),
        'dashboards/Old_1.yaml': {
          ...(bundle['dashboards/Old_1.yaml'] as object),
          position: {
            DASHBOARD_VERSION_KEY: 'v2',
            ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
            GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-1', 'CHART-2'] },
            'CHART-1': chartNode('CHART-1', 7, narrowed),
            'CHART-2': chartNode('CHART-2', 8, box),
          },
          metadata: {
            // 9 is a chart that did not come.
            default_filters: JSON.stringify({ 8: columns, 9: columns }),
            filter_scopes: {
              8: { id: { scope: ['ROOT_ID'], immune: [7, 9] }, region: { scope: ['TAB-1'], immune: [] } },
              9: { id: { scope: ['ROOT_ID'], immune: [] } },
            },
            native_filter_migration: { filter_boxes: [8, 9] },
            chart_configuration: { 7: { id: 7, crossFilters: { scope: 'global', chartsInScope: [8, 9] } } },
          },
        },
      }),
    });
    expect(answer.status, answer.text).toBe(200);
    const { charts, dashboards } = await rowsOf(home);
    const idOf = (uuid: string) => charts.find((chart) => chart.uuid === uuid)?.id ?? 0;
    const [boxId, narrowedId] = [idOf(box), idOf(narrowed)];
    const stored = dashboards.find(({ uuid }) => uuid === uuidOf(73))?.json_metadata ?? '{}';
    const { default_filters: defaults, ...metadata } = JSON.parse(stored);
    expect(JSON.parse(defaults)).toEqual({ [boxId]: columns });
    expect(metadata).toEqual({
      filter_scopes: {
        [boxId]: { id: { scope: ['ROOT_ID'], immune: [narrowedId] }, region: { scope: ['TAB-1'], immune: [] } },
      },
      native_filter_migration: { filter_boxes: [boxId] },
      chart_configuration: {
        [narrowedId]: { id: narrowedId, crossFilters: { scope: 'global', chartsInScope: [boxId] } },
      },
    });
  });

  it.each([
    ['a value of the wrong type', { published: 'maybe' }, 'published'],
    ['a missing uuid', { uuid: undefined }, 'uuid'],
    ['a uuid that is none', { uuid: '../../x' }, 'uuid'],
    ['metadata of the wrong type', { metadata: { refresh_frequency: 'often' } }, 'metadata.refresh_frequency'],
    ['another version', { version: '9.0.0' }, 'version'],
  ])('are refused for %s, naming file and field [IMP-004]', async (_name, change, field) => {
    const answer = await send({ resource: 'dashboard', archive: pack(oldBundle(change)), fields: overwrite });
    expect(answer.status, answer.text).toBe(422);
    expect(Object.keys(answer.json.errors[0].extra['dashboards/Old_1.yaml'])).toContain(field);
    expect(answer.json.message).toContain('dashboards/Old_1.yaml');
  });

  const one = (name: string) => (value: unknown) => ({ [name]: value });
  it.each<readonly [string, string, (value: unknown) => object]>([
    ['databases/Powerset.yaml', 'extra', one('extra')],
    ['datasets/Powerset/old.yaml', 'params', one('params')],
    ['datasets/Powerset/old.yaml', 'template_params', one('template_params')],
    ['datasets/Powerset/old.yaml', 'extra', one('extra')],
    ['datasets/Powerset/old.yaml', 'columns.0.extra', (extra) => ({ columns: [{ column_name: 'a', extra }] })],
    [
      'datasets/Powerset/old.yaml',
      'metrics.0.currency',
      (currency) => ({ metrics: [{ metric_name: 'count', expression: 'COUNT(*)', currency }] }),
    ],
    ['charts/Old_1.yaml', 'params', one('params')],
    ['charts/Old_1.yaml', 'query_context', one('query_context')],
    ['dashboards/Old_1.yaml', 'position', one('position')],
    ['dashboards/Old_1.yaml', 'metadata', one('metadata')],
  ])('are refused where %s holds no object for %s [IMP-004]', async (file, field, change) => {
    for (const value of ['[1]', '3', 'true', '"text"', [1], 3]) {
      const files = oldBundle();
      const changed = { ...files, [file]: { ...(files[file as keyof typeof files] as object), ...change(value) } };
      const answer = await send({ resource: 'dashboard', archive: pack(changed), fields: overwrite });
      expect([value, answer.status], answer.text).toEqual([value, 422]);
      expect([value, Object.keys(answer.json.errors[0].extra[file])], answer.text).toEqual([
        value,
        expect.arrayContaining([field]),
      ]);
      expect(answer.json.message).toContain(`${file}: ${field}: `);
    }
  });
});

describe('who may import', () => {
  it('needs the permission on the kind, and on each kind that the bundle creates', async () => {
    expect((await send({ client: gamma, resource: 'dataset', archive: pack({}) })).status).toBe(403);
    const bundle = oldBundle({ uuid: uuidOf(23), slug: null });
    const moved = JSON.parse(
      JSON.stringify(bundle)
        .replaceAll(uuidOf(11), uuidOf(21))
        .replaceAll(uuidOf(12), uuidOf(22))
        .replaceAll('old_table', 'new_table'),
    );
    const answer = await send({ client: gamma, resource: 'dashboard', archive: pack(moved) });
    expect(answer.status).toBe(403);
    const warehouse = {
      ...moved,
      'databases/Powerset.yaml': {
        ...oldDatabase,
        uuid: uuidOf(10),
        database_name: 'New',
        sqlalchemy_uri: 'postgresql://u:p@h.example.org:5432/d',
      },
    };
    const refused = await send({ client: alpha, resource: 'dashboard', archive: pack(warehouse) });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Database doesn't exist and user doesn't have permission to create databases");
    expect((await rowsOf(home)).databases.some((row) => row.database_name === 'New')).toBe(false);
  });

  it('never lets somebody overwrite what he may not edit, whatever the uuid says', async () => {
    const before = await rowsOf(home);
    for (const [resource, id] of Object.entries({ chart: ids.sales, dashboard: ids.dashboard, dataset: ids.dataset })) {
      const archive = (await exportOf(resource, id)).bytes;
      const answer = await send({ client: alpha, resource, archive, fields: overwrite });
      expect(answer.status, answer.text).toBe(403);
      expect(answer.text).toContain("doesn't have permissions to overwrite it");
    }
    const query = (await exportOf('saved_query', ids.query)).bytes;
    const sam = await home.signInAs('sam', ['Alpha', 'sql_lab']);
    // Somebody else's query is not there for him: he gets one of his own.
    expect((await send({ client: sam, resource: 'saved_query', archive: query, fields: overwrite })).status).toBe(200);
    const { ids: copies } = (await sam.get('/api/v1/saved_query/')).json;
    expect(copies).toHaveLength(1);
    await sam.delete(`/api/v1/saved_query/${copies[0]}`);
    expect(
      (await send({ client: sam, resource: 'assets', archive: (await home.admin.get('/api/v1/assets/export/')).bytes }))
        .status,
    ).toBe(403);
    expect(await rowsOf(home)).toEqual(before);
  });

  it('does not lead around access to data: datasets, SQL and charts of others stay closed', async () => {
    const { accounts, store } = home.app.services;
    const role = await store.insertInto('roles').values({ name: 'Maker' }).returning('id').executeTakeFirstOrThrow();
    const pairs = ['Dataset', 'Chart', 'Dashboard'].map((view) => ({
      role_id: role.id,
      permission: 'can_write',
      view,
    }));
    const own = (await rowsOf(home)).databases[0];
    const schema = { role_id: role.id, permission: 'schema_access', view: `[${own?.database_name}].[private]` };
    await store
      .insertInto('role_permissions')
      .values([...pairs, schema])
      .execute();
    accounts.forget();
    const maker = await home.signInAs('mara', ['Maker']);
    const withSource = (source: Files) => {
      const files = oldBundle({ uuid: uuidOf(33), slug: null });
      const dataset = { ...(files['datasets/Powerset/old.yaml'] as object), uuid: uuidOf(31), ...source };
      const text = JSON.stringify({ ...files, 'datasets/Powerset/old.yaml': dataset });
      return pack(JSON.parse(text.replaceAll(uuidOf(12), uuidOf(32)).replaceAll(uuidOf(11), uuidOf(31))));
    };
    const stolen = [
      { table_name: 'sales2', schema: 'main' },
      { table_name: 'v1', schema: 'private', sql: 'select * from main.sales' },
      { table_name: 'v2', schema: 'private', sql: 'select 1; select 2' },
      { table_name: 'v3', schema: 'private', sql: 'drop table main.sales' },
      { table_name: 'v4', schema: 'private', sql: "select * from read_csv('/etc/passwd')" },
    ];
    for (const source of stolen) {
      const answer = await send({ client: maker, resource: 'dashboard', archive: withSource(source) });
      expect([403, 422], answer.text).toContain(answer.status);
      expect(Object.keys(answer.json.errors[0].extra)).toContain('datasets/Powerset/old.yaml');
    }
    const closed = await send({
      client: maker,
      resource: 'dashboard',
      archive: (await exportOf('dashboard', ids.dashboard)).bytes,
      fields: overwrite,
    });
    expect(closed.status).toBe(403);
    const foreign = (await rowsOf(home)).datasets.find((row) => row.id === ids.dataset)?.uuid;
    const files = { ...oldBundle({ uuid: uuidOf(43), slug: null }) };
    const chart = { ...(files['charts/Old_1.yaml'] as object), uuid: uuidOf(42), dataset_uuid: foreign };
    const answer = await send({
      client: maker,
      resource: 'chart',
      archive: pack({ 'metadata.yaml': { version: '1.0.0', type: 'Slice' }, 'charts/Old_1.yaml': chart }),
    });
    expect(answer.json.errors[0].extra['charts/Old_1.yaml']).toEqual({ dataset_uuid: ['Dataset does not exist'] });
    const allowed = await send({
      client: maker,
      resource: 'dashboard',
      archive: withSource({ table_name: 'mine', schema: 'private' }),
    });
    expect(allowed.status, allowed.text).toBe(200);
  });
});

describe('archives that mean no good', () => {
  const good = { 'metadata.yaml': databaseMetadata };
  const yaml = (text: string) => pack({ ...good, 'databases/x.yaml': text });

  it.each<[string, () => Uint8Array, string]>([
    ['no archive', () => strToU8('hello'), 'Not a ZIP file'],
    ['an empty one', () => new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]), 'metadata.yaml'],
    ['a cut one', () => databaseBundle().slice(0, 90), ''],
    [
      'another kind',
      () => pack({ 'metadata.yaml': { version: '1.0.0', type: 'Slice' } }),
      'Must be equal to Database.',
    ],
    ['a path upwards', () => pack({ ...good, 'databases/../../../etc/x.yaml': 'a: 1' }), 'forbidden name'],
    ['an absolute path', () => pack({ 'etc/x.yaml': 'a: 1' }, '/'), 'forbidden name'],
    ['a Windows path', () => pack({ ...good, 'databases\\x.yaml': 'a: 1' }), 'forbidden name'],
    ['one large file', () => pack({ ...good, 'databases/x.yaml': `a: ${noise(6_000_000)}` }), 'too large'],
    [
      'a bomb of many files',
      () =>
        pack({
          ...good,
          ...Object.fromEntries(
            Array.from({ length: 12 }, (_, index) => [`databases/${index}.yaml`, 'x'.repeat(4_500_000)]),
          ),
        }),
      'unpacks to far more',
    ],
    [
      'too many entries',
      () => pack(Object.fromEntries(Array.from({ length: 3100 }, (_, index) => [`databases/${index}.yaml`, 'a']))),
      'more than 3000 entries',
    ],
    [
      'an archive in the archive',
      () => pack({ ...good, 'databases/inner.zip': databaseBundle() }),
      'No valid import files were found',
    ],
    [
      'an alias bomb',
      () =>
        yaml(
          `a: &a [x,x,x,x,x,x,x,x,x]\n${'abcdefgh'
            .split('')
            .map((one, index, all) =>
              index === 0
                ? ''
                : `${one}: &${one} [${Array(9)
                    .fill(`*${all[index - 1]}`)
                    .join(',')}]`,
            )
            .join('\n')}`,
        ),
      'Not a valid YAML file',
    ],
    ['a tag that makes objects', () => yaml('a: !!python/object/apply:os.system ["id"]'), 'Not a valid YAML file'],
    ['deep nesting', () => yaml(`a: ${'['.repeat(20_000)}`), 'Not a valid YAML file'],
    ['a list where a record belongs', () => yaml('- 1'), 'Not a valid YAML file'],
    ['two documents', () => yaml('a: 1\n---\nb: 2\n...\n---\nc: 3'), 'Not a valid YAML file'],
    [
      'bytes that are no text',
      () => pack({ ...good, 'databases/x.yaml': new Uint8Array([0xff, 0xfe, 0xfd]) }),
      'not text',
    ],
  ])('are refused with words: %s [IMP-004]', async (_name, archive, text) => {
    const before = await rowsOf(home);
    const answer = await send({ resource: 'database', archive: archive() });
    expect([400, 422], answer.text.slice(0, 300)).toContain(answer.status);
    expect(answer.text).toContain(text);
    expect(await rowsOf(home)).toEqual(before);
  });

  it('believe no size that an archive says of itself [IMP-004]', async () => {
    const archive = pack({ ...good, 'databases/x.yaml': noise(6_000_000) });
    const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
    for (let at = 0; at < archive.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true);
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    }
    const answer = await send({ resource: 'database', archive });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('too large');
  });

  it('keep what is written in them as text: a script stays a name [IMP-006]', async () => {
    const change = {
      database_name: '<script>alert(1)</script>',
      uuid: uuidOf(50),
      sqlalchemy_uri: 'duckdb:///scripted.duckdb',
      __proto__: null,
      constructor: { a: 1 },
    };
    const answer = await send({ resource: 'database', archive: databaseBundle(change) });
    expect(answer.status, answer.text).toBe(200);
    const row = (await rowsOf(home)).databases.find(({ uuid }) => uuid === uuidOf(50));
    expect(row?.database_name).toBe('<script>alert(1)</script>');
    const files = unpack(await exportOf('database', row?.id ?? 0));
    expect(Object.keys(files)).toContain('databases/scriptalert1_script.yaml');
  });

  it('need a form with the file in its field, and fields that can be read [API-077]', async () => {
    expect((await home.admin.post('/api/v1/chart/import/', {})).status).toBe(400);
    expect((await home.admin.post('/api/v1/chart/import/', {})).text).toContain(
      "Request MIME type is not 'multipart/form-data'",
    );
    const missing = await send({ resource: 'chart', archive: undefined, fields: overwrite });
    expect(missing.status).toBe(400);
    expect(missing.json.message).toEqual({ formData: ['Missing data for required field.'] });
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { passwords: 'x' },
      { passwords: '[1]' },
      { overwrite: 'perhaps' },
      { ssh_tunnel_passwords: '{' },
    ];
    for (const fields of wrong) {
      const answer = await send({ resource: 'database', archive: databaseBundle(), fields });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.json.message)).toEqual(Object.keys(fields));
    }
  });
});
