import type { ApiClient } from '@powerset/testkit';
import { startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import table from './reference-documents.json' with { type: 'json' };

interface Field {
  readonly type: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
}
type Shape = Readonly<Record<string, Field>>;
type Kind = keyof typeof table;
type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Integer: (value) => Number.isInteger(value),
  Dict: isRecord,
  Raw: isRecord,
  UUID: (value) => uuidPattern.test(String(value)),
  Enum: (value) => ['sqlalchemy_form', 'dynamic_form'].includes(String(value)),
  DateTime: (value) => !Number.isNaN(Date.parse(String(value))),
  Nested: isRecord,
  List: Array.isArray,
  'List of String': (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  CurrencyField: (value) =>
    isRecord(value) && Object.keys(value).every((key) => ['symbol', 'symbolPosition'].includes(key)),
};
const inner: Readonly<Record<string, Kind>> = { columns: 'column', metrics: 'metric', extra: 'databaseExtra' };

/** What the reference would refuse of a document, in words. */
function problemsOf(kind: Kind, document: Values): readonly string[] {
  const shape: Shape = table[kind];
  const missing = Object.entries(shape).flatMap(([name, { required }]) =>
    required && document[name] === undefined ? [`${kind}.${name} is missing`] : [],
  );
  const wrong = Object.entries(document).flatMap(([name, value]) => {
    const field = shape[name];
    if (!field) return [`${kind}.${name} is unknown`];
    if (value === null) return field.nullable ? [] : [`${kind}.${name} is null`];
    const { type } = field;
    if (!fits[type]?.(value)) return [`${kind}.${name} is no ${type}`];
    const below = inner[name];
    if (!below || (below === 'databaseExtra' && kind !== 'database')) return [];
    return (Array.isArray(value) ? value : [value]).flatMap((one) => problemsOf(below, one));
  });
  return [...missing, ...wrong];
}

const folders: Readonly<Record<string, Kind>> = {
  databases: 'database',
  datasets: 'dataset',
  charts: 'chart',
  dashboards: 'dashboard',
  queries: 'query',
  themes: 'theme',
};

function readFiles(bytes: Uint8Array): ReadonlyMap<string, Values> {
  const files = Object.entries(unzipSync(bytes)).map(
    ([name, content]) => [name.slice(name.indexOf('/') + 1), parse(strFromU8(content))] as const,
  );
  return new Map(files);
}

function problemsOfBundle(files: ReadonlyMap<string, Values>): readonly string[] {
  return [...files].flatMap(([name, value]) => {
    const kind = name === 'metadata.yaml' ? 'metadata' : folders[name.split('/')[0] ?? ''];
    return kind ? problemsOf(kind, value) : [`${name} is in no known folder`];
  });
}

const uuidOf = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;
const management = { is_managed_externally: true, external_url: 'https://git.example.org/bi' };

/** Each kind with every option that the reference exchanges and we keep. */
const whole = {
  databases: {
    ...{ database_name: 'Shop', sqlalchemy_uri: 'duckdb:///shop.duckdb', cache_timeout: 60, expose_in_sqllab: true },
    ...{ allow_run_async: true, allow_ctas: true, allow_cvas: true, allow_dml: true, allow_csv_upload: true },
    extra: {
      ...{ metadata_params: {}, engine_params: { a: 1 }, metadata_cache_timeout: { schema_cache_timeout: 9 } },
      ...{ cost_estimate_enabled: true, allows_virtual_table_explore: true, cancel_query_on_windows_unload: true },
      ...{ disable_data_preview: true, disable_drill_to_detail: true, allow_multi_catalog: true },
      ...{ per_user_caching: true, version: '1', schema_options: { b: 2 }, schemas_allowed_for_csv_upload: ['main'] },
    },
    ...{ impersonate_user: false, configuration_method: 'dynamic_form', ...management },
    ...{ uuid: uuidOf(1), version: '1.0.0' },
  },
  datasets: {
    ...{ table_name: 'sales', main_dttm_col: 'at', description: 'd', default_endpoint: '/x', offset: 2 },
    ...{ cache_timeout: 5, schema: 'main', sql: 'SELECT 1 AS a', params: { p: 1 }, template_params: { t: 1 } },
    ...{ filter_select_enabled: true, fetch_values_predicate: 'a > 0', extra: { certification: { details: 'x' } } },
    ...{ normalize_columns: true, always_filter_main_dttm: true, ...management, uuid: uuidOf(2) },
    currency_code_column: 'cur',
    folders: [{ uuid: uuidOf(9), type: 'folder', name: 'Money', description: 'd', children: [] }],
    metrics: [
      {
        ...{ metric_name: 'm', verbose_name: 'M', metric_type: 'count', expression: 'COUNT(*)', description: 'd' },
        ...{
          d3format: ',d',
          currency: { symbol: 'EUR', symbolPosition: 'prefix' },
          extra: { w: 1 },
          warning_text: 'w',
        },
      },
    ],
    columns: [
      {
        ...{ column_name: 'a', verbose_name: 'A', is_dttm: true, is_active: true, type: 'INTEGER' },
        ...{ advanced_data_type: 'port', groupby: true, filterable: true, expression: 'a + 1', description: 'd' },
        ...{ python_date_format: 'epoch_s', datetime_format: '%d.%m.%Y', extra: { c: 1 } },
      },
    ],
    ...{ version: '1.0.0', database_uuid: uuidOf(1) },
  },
  charts: {
    ...{ slice_name: 'Sales', description: 'd', certified_by: 'QA', certification_details: 'c', viz_type: 'pie' },
    ...{ params: { viz_type: 'pie' }, query_context: null, cache_timeout: 7, ...management, uuid: uuidOf(3) },
    ...{ version: '1.0.0', dataset_uuid: uuidOf(2), tags: ['Money', 'Shop floor'] },
  },
  dashboards: {
    ...{ dashboard_title: 'Shop', description: 'd', css: '.a {}', slug: 'shop', certified_by: 'QA' },
    ...{ certification_details: 'c', published: true, ...management, uuid: uuidOf(4), version: '1.0.0' },
    tags: ['Shop floor'],
    theme_uuid: uuidOf(6),
    metadata: { color_scheme: 'x' },
    position: {
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-a'], parents: ['ROOT_ID'] },
      'CHART-a': {
        ...{ id: 'CHART-a', type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID'] },
        meta: { chartId: 1, uuid: uuidOf(3), sliceName: 'Sales', width: 4, height: 50 },
      },
    },
  },
  themes: {
    ...{ theme_name: 'Acme', json_data: { token: { colorPrimary: '#0a8f6a', wave: [1] }, algorithm: 'dark' } },
    ...{ uuid: uuidOf(6), version: '1.0.0' },
  },
  queries: {
    ...{ schema: 'main', label: 'All', description: 'd', sql: 'SELECT 1', uuid: uuidOf(5), version: '1.0.0' },
    database_uuid: uuidOf(1),
  },
} as const satisfies Readonly<Record<string, Values>>;

/** What the reference exchanges and we do not keep: imports name it, and go on. */
const notKept: Readonly<Record<string, Values>> = {
  databases: {},
  datasets: { catalog: 'c', source_db_engine: 'duckdb' },
  charts: {},
  dashboards: { theme_id: 3 },
  themes: {},
  queries: { catalog: 'c' },
};

function pack(documents: Readonly<Record<string, Values>>): Uint8Array {
  const files = Object.entries(documents).map(
    ([folder, value]) => [`x/${folder}/one.yaml`, strToU8(stringify(value))] as const,
  );
  const metadata = strToU8(stringify({ version: '1.0.0', type: 'assets', timestamp: '2026-01-01T00:00:00+00:00' }));
  return zipSync({ 'x/metadata.yaml': metadata, ...Object.fromEntries(files) });
}

async function importInto(documents: Readonly<Record<string, Values>>) {
  const running = await startInProcess({ env: { POWERSET_LOG_LEVEL: 'error' } });
  const form = new FormData();
  form.set('bundle', new Blob([pack(documents)]), 'a.zip');
  const answer = await fetch(`${running.url}/api/v1/assets/import/`, {
    method: 'POST',
    headers: { authorization: String(running.admin.headers.authorization) },
    body: form,
  });
  return { running, status: answer.status, text: await answer.text() };
}

async function download(running: Awaited<ReturnType<typeof startInProcess>>, path: string) {
  const answer = await fetch(`${running.url}${path}`, {
    headers: { authorization: String(running.admin.headers.authorization) },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return readFiles(new Uint8Array(await answer.arrayBuffer()));
}

/** The documents by folder that have one of the given identities. */
function ownDocuments(files: ReadonlyMap<string, Values>): Readonly<Record<string, Values>> {
  const own = new Set<unknown>(Object.values(whole).map(({ uuid }) => uuid));
  return Object.fromEntries(
    [...files].filter(([, value]) => own.has(value.uuid)).map(([name, value]) => [name.split('/')[0], value]),
  );
}

describe('exchange with the reference', () => {
  it('takes documents with every key of it, and exports them unharmed in every kind of bundle [IMP-006]', async () => {
    const { running, status, text } = await importInto(whole);
    try {
      expect([status, text]).toEqual([200, expect.stringContaining('OK')]);
      const assets = await download(running, '/api/v1/assets/export/');
      expect(problemsOfBundle(assets)).toEqual([]);
      const { position, ...dashboard } = ownDocuments(assets).dashboards ?? {};
      const { position: given, ...rest } = whole.dashboards;
      expect({ ...ownDocuments(assets), dashboards: dashboard }).toEqual({ ...whole, dashboards: rest });
      expect(Object.keys(position as object).length).toBe(Object.keys(given).length);
      for (const kind of ['database', 'dataset', 'chart', 'dashboard', 'saved_query', 'theme']) {
        const ids = (await running.admin.get(`/api/v1/${kind}/`)).json.ids as number[];
        const files = await download(running, `/api/v1/${kind}/export/?q=!(${ids.join(',')})`);
        expect([kind, problemsOfBundle(files)]).toEqual([kind, []]);
      }
    } finally {
      await running.stop();
    }
  });

  it('makes objects carry the tags of their documents, and leaves those of documents without any word of them', async () => {
    const { running } = await importInto(whole);
    try {
      const tagsOf = async (kind: 'chart' | 'dashboard') => {
        const [row] = (await running.admin.get(`/api/v1/${kind}/`)).json.result;
        return row.tags.map(({ name }: { name: string }) => name);
      };
      expect([await tagsOf('chart'), await tagsOf('dashboard')]).toEqual([['Money', 'Shop floor'], ['Shop floor']]);
      const importAs = async (client: ApiClient, chart: Values) => {
        const form = new FormData();
        form.set('bundle', new Blob([pack({ ...whole, charts: { ...whole.charts, ...chart } })]), 'a.zip');
        const headers = { authorization: String(client.headers.authorization) };
        const answer = await fetch(`${running.url}/api/v1/assets/import/`, { method: 'POST', headers, body: form });
        return { status: answer.status, text: await answer.text() };
      };
      expect((await importAs(running.admin, { tags: ['a:b, c', 'Money'] })).status).toBe(200);
      expect(await tagsOf('chart')).toEqual(['Money', 'a b c']);
      expect((await importAs(running.admin, { tags: undefined })).status).toBe(200);
      expect(await tagsOf('chart')).toEqual(['Money', 'a b c']);
      const many = Array.from({ length: 51 }, (_, at) => `tag ${at}`);
      expect(await importAs(running.admin, { tags: many })).toMatchObject({ text: expect.stringContaining('tags') });
      expect((await importAs(running.admin, { tags: [] })).status).toBe(200);
      expect([await tagsOf('chart'), await tagsOf('dashboard')]).toEqual([[], ['Shop floor']]);
    } finally {
      await running.stop();
    }
  });

  it('takes nulls where the reference does, and tells by name what is not kept', async () => {
    const emptied = Object.fromEntries(
      Object.entries(whole).map(([folder, value]) => {
        const shape: Shape = table[folders[folder] ?? 'database'];
        const nulls = Object.entries(shape).flatMap(([name, { nullable }]) => (nullable ? [[name, null]] : []));
        return [folder, { ...value, ...Object.fromEntries(nulls), ...notKept[folder] }];
      }),
    );
    const { running, status, text } = await importInto(emptied);
    try {
      expect([status, text]).toEqual([200, expect.stringContaining('OK')]);
      expect(problemsOfBundle(await download(running, '/api/v1/assets/export/'))).toEqual([]);
      for (const [folder, fields] of Object.entries(notKept))
        for (const name of Object.keys(fields)) expect(text).toContain(`${folder}/one.yaml: \`${name}\` is not known`);
    } finally {
      await running.stop();
    }
  });
});
