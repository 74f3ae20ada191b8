import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeTempFolder,
  runServerToEnd,
  signInWithToken,
  startServer,
  type TempFolder,
  testAdmin,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

let folder: TempFolder;
const at = (...parts: string[]) => join(folder.path, ...parts);
const run = (name: string, files: string, ...words: string[]) => runServerToEnd({}, [name, at(files), ...words]);
const readAll = (files: string) =>
  Object.fromEntries(
    readdirSync(at(files), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map((name) => [name, readFileSync(at(files, name), 'utf8')]),
  );
// biome-ignore lint/suspicious/noExplicitAny: documents of every shape are changed
function change(file: string, edit: (value: any) => void): void {
  const value = parse(readFileSync(file, 'utf8'));
  edit(value);
  writeFileSync(file, stringify(value));
}
const sales = 'datasets/Powerset/sales.yaml';

async function makeTable(data: string, hasObjects: boolean): Promise<void> {
  const server = await startServer({ dataFolder: at(data) });
  const api = await signInWithToken(server.url, testAdmin);
  const post = async (path: string, body: unknown): Promise<number> => {
    const answer = await api.post(path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json.id;
  };
  await api.put('/api/v1/database/1', { allow_dml: true, allow_ctas: true });
  const sql = "create table sales as select range as amount, 'a' as shop from range(9)";
  await post('/api/v1/sqllab/execute/', { database_id: 1, sql, runAsync: false, client_id: 'abcdefghijk' });
  if (hasObjects) {
    const dataset = await post('/api/v1/dataset/', { database: 1, schema: 'main', table_name: 'sales' });
    const params = {
      viz_type: 'table',
      datasource: `${dataset}__table`,
      query_mode: 'aggregate',
      groupby: ['shop'],
      metrics: ['count'],
    };
    const chart = await post('/api/v1/chart/', {
      ...{ slice_name: 'Shops', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' },
      params: JSON.stringify(params),
    });
    const positions = {
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-1'], parents: ['ROOT_ID'] },
      'CHART-1': {
        id: 'CHART-1',
        type: 'CHART',
        children: [],
        parents: ['ROOT_ID', 'GRID_ID'],
        meta: { chartId: chart, width: 4, height: 50 },
      },
    };
    const filter = {
      ...{ id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', name: 'Shop', filterType: 'filter_select' },
      targets: [{ datasetId: dataset, column: { name: 'shop' } }],
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
    };
    const metadata = { positions, native_filter_configuration: [filter] };
    await post('/api/v1/dashboard/', { dashboard_title: 'The shop', json_metadata: JSON.stringify(metadata) });
  }
  await server.stop();
}

beforeAll(async () => {
  folder = await makeTempFolder('powerset-as-code');
  await makeTable('home', true);
  await makeTable('away', false);
  const made = await run('export', 'first', '--data', at('home'));
  expect(made.code, made.text).toBe(0);
}, 120_000);
afterAll(() => folder.remove());

describe('objects as files', () => {
  it('come back byte for byte from a server that took them, which then has nothing to take', async () => {
    expect(Object.keys(readAll('first'))).toEqual([
      'charts/Shops.yaml',
      'dashboards/The_shop.yaml',
      'databases/Powerset.yaml',
      sales,
      'metadata.yaml',
    ]);
    expect(await run('diff', 'first', '--data', at('home'))).toMatchObject({ code: 0 });
    const dry = await run('import', 'first', '--data', at('away'), '--dry-run');
    expect([dry.code, dry.text]).toEqual([0, expect.stringContaining('+ charts/Shops.yaml "Shops"')]);
    const still = await run('diff', 'first', '--data', at('away'));
    expect([still.code, still.text]).toEqual([1, expect.stringContaining('+ charts/Shops.yaml')]);
    const taken = await run('import', 'first', '--data', at('away'));
    expect([taken.code, taken.text]).toEqual([0, expect.stringContaining('+ dashboards/The_shop.yaml "The shop"')]);
    const again = await run('import', 'first', '--data', at('away'));
    expect([again.code, again.text.trim()]).toEqual([0, 'The server says what the files say.']);
    await run('export', 'second', '--data', at('away'));
    expect(readAll('second')).toEqual(readAll('first'));
  }, 120_000);

  it('tell a changed title, and remove from the server what no file has when they are told to', async () => {
    await run('export', 'third', '--data', at('home'));
    change(at('third/dashboards/The_shop.yaml'), (value) => {
      value.dashboard_title = 'Our shop';
    });
    const told = await run('diff', 'third', '--data', at('home'));
    expect([told.code, told.text.trim()]).toEqual([1, '~ dashboards/The_shop.yaml "Our shop": dashboard_title']);
    change(at('third/dashboards/The_shop.yaml'), (value) => {
      value.uuid = '00000000-0000-4000-8000-000000000001';
    });
    const pruned = await run('import', 'third', '--prune', '--data', at('home'));
    expect([pruned.code, pruned.text]).toEqual([
      0,
      expect.stringMatching(/^\+ dashboards.*\n- dashboards .* "The shop"/),
    ]);
    expect(await run('diff', 'third', '--data', at('home'))).toMatchObject({ code: 0 });
  }, 120_000);

  it('are checked without a server, and each fault is told with its file and field', async () => {
    expect(await run('validate', 'first')).toMatchObject({ code: 0 });
    await run('export', 'broken', '--data', at('home'));
    change(at('broken', sales), (value) => {
      value.columns = value.columns.filter(({ column_name }: { column_name: string }) => column_name !== 'shop');
      value.metrics = [{ metric_name: 'odd', expression: 'sum(' }];
    });
    const [name = ''] = readdirSync(at('broken/dashboards'));
    change(at('broken/dashboards', name), (value) => {
      value.position['CHART-1'].meta.uuid = '00000000-0000-4000-8000-000000000009';
    });
    const { code, text } = await run('validate', 'broken');
    expect(code).toBe(1);
    expect(text).toContain('charts/Shops.yaml: params.groupby: broken column: The dataset sales has no column "shop".');
    expect(text).toContain(
      'charts/Shops.yaml: params.metrics: unknown metric: The dataset sales has no metric "count".',
    );
    expect(text).toContain('position.CHART-1.meta.uuid: missing chart');
    expect(text).toContain('native_filter_configuration.0.scope: unused filter');
    expect(text).toContain('native_filter_configuration.0.targets.0.column: broken column');
    expect(text).toContain(`${sales}: metrics.0.expression: broken SQL`);
    change(at('broken/charts/Shops.yaml'), (value) => {
      value.dataset_uuid = '00000000-0000-4000-8000-000000000008';
    });
    expect((await run('validate', 'broken')).text).toContain('charts/Shops.yaml: dataset_uuid: dead chart');
  }, 120_000);

  it('are read from and taken to a running server by its address, which holds its data folder alone', async () => {
    await run('export', 'served', '--data', at('home'));
    const server = await startServer({ dataFolder: at('home') });
    const ask = (name: string, password: string, ...words: string[]) =>
      runServerToEnd({ POWERSET_PASSWORD: password }, [
        ...[name, at('served'), '--url', server.url, '--user', testAdmin.username],
        ...words,
      ]);
    expect(await ask('diff', testAdmin.password)).toMatchObject({ code: 0 });
    change(at('served/charts/Shops.yaml'), (value) => {
      value.uuid = '00000000-0000-4000-8000-000000000002';
    });
    const taken = await ask('import', testAdmin.password, '--prune');
    expect([taken.code, taken.text]).toEqual([0, expect.stringMatching(/^- charts .* "Shops"/m)]);
    expect(await ask('diff', 'a wrong password')).toMatchObject({ code: 2 });
    expect(await run('diff', 'served', '--data', at('home'))).toMatchObject({ code: 2 });
    await server.stop();
  }, 120_000);

  it('take what opens the databases from a file beside them, which names each secret where the document has it', async () => {
    await run('export', 'opened', '--data', at('home'));
    const place = { server_address: 'jump.example.org', server_port: 22, username: 'u' };
    const options = { oauth2_client_info: { id: 'shop', secret: 'XXXXXXXXXX', token_request_uri: 'https://id.org/t' } };
    const shared = { version: '1.0.0', sqlalchemy_uri: 'bigquery://shop', database_name: 'Lake' };
    const documents = {
      'databases/Lake.yaml': {
        ...{ ...shared, uuid: '00000000-0000-4000-8000-000000000031' },
        ...{ impersonate_user: true, masked_encrypted_extra: JSON.stringify(options) },
      },
      'databases/Shop.yaml': {
        ...{ ...shared, uuid: '00000000-0000-4000-8000-000000000032', database_name: 'Shop' },
        ...{ sqlalchemy_uri: 'postgresql://reader:XXXXXXXXXX@db.example.org:5432/shop', ssh_tunnel: place },
      },
    };
    for (const [file, value] of Object.entries(documents)) writeFileSync(at('opened', file), stringify(value));
    const secrets = {
      'databases/Lake.yaml': { masked_encrypted_extra: { oauth2_client_info: { secret: 'lake-very-secret' } } },
      'databases/Shop.yaml': {
        ...{ password: 'shop-very-secret' },
        ssh_tunnel: { private_key: 'pem-very-secret', private_key_password: 'word-very-secret' },
      },
    };
    writeFileSync(at('secrets.yaml'), stringify(secrets));
    expect((await run('import', 'opened', '--data', at('home'))).text).toContain('Must provide a password');
    const taken = await run('import', 'opened', '--secrets', at('secrets.yaml'), '--data', at('home'));
    expect([taken.code, taken.text]).toEqual([0, expect.stringContaining('The secrets were entered.')]);
    expect(taken.text).not.toContain('very-secret');
    // The key is none, and nothing else is found fault with.
    expect(taken.text.match(/^! .*/gm)).toEqual([expect.stringContaining('does not open (The private key')]);
    expect((await run('diff', 'opened', '--data', at('home'))).text.trim()).toBe(
      'The files and the server say the same.',
    );
    // They are entered anew though no file says something else.
    const again = await run('import', 'opened', '--secrets', at('secrets.yaml'), '--data', at('home'));
    expect(again.text).toContain('The secrets were entered.');
    await run('export', 'closed', '--data', at('home'));
    expect(Object.values(readAll('closed')).join()).not.toContain('very-secret');
    expect(readAll('closed')['databases/Lake.yaml']).toContain('XXXXXXXXXX');
    change(at('opened/databases/Lake.yaml'), (value) => {
      value.masked_encrypted_extra = value.masked_encrypted_extra.replace('XXXXXXXXXX', 'in the open');
    });
    const checked = await run('validate', 'opened');
    expect(checked.text).toContain('Lake.yaml: masked_encrypted_extra.oauth2_client_info.secret: secret');
    for (const wrong of ['databases/Other.yaml: {password: x}', 'databases/Lake.yaml: {token: x}', 'x: ["secret']) {
      writeFileSync(at('wrong.yaml'), wrong);
      const refused = await run('import', 'opened', '--secrets', at('wrong.yaml'), '--data', at('home'));
      expect([refused.code, refused.text.includes('["secret')]).toEqual([2, false]);
    }
  }, 120_000);

  it('tell which figures of charts they would change, by the chart or by its dataset', async () => {
    await run('export', 'figures', '--data', at('away'));
    const asked = () => run('diff', 'figures', '--figures', '--data', at('away'));
    expect((await asked()).text).toContain('No chart that is kept is concerned');
    change(at('figures/charts/Shops.yaml'), (value) => {
      value.params.row_limit = 7;
    });
    expect((await asked()).text).toContain('# charts/Shops.yaml "Shops": the same figures (1)');
    change(at('figures', sales), (value) => {
      value.metrics = [{ metric_name: 'count', expression: 'SUM(amount)' }];
    });
    const { code, text } = await asked();
    expect([code, text]).toEqual([1, expect.stringContaining(': 1 of 1 figures change: a count 9 -> 36 (+300.0 %)')]);
    change(at('figures/charts/Shops.yaml'), (value) => {
      value.params.metrics = ['gone'];
    });
    expect((await asked()).text).toContain('cannot be asked as the files say it: ');
    change(at('figures/charts/Shops.yaml'), (value) => {
      value.dataset_uuid = '00000000-0000-4000-8000-000000000008';
    });
    expect((await asked()).text).toContain('is not there any more');
  }, 120_000);

  it('end with 2 for what a command does not know, and read no links', async () => {
    expect(await run('diff', 'first', '--prune')).toMatchObject({ code: 2 });
    expect(await runServerToEnd({}, ['validate'])).toMatchObject({ code: 2 });
    await run('export', 'linked', '--data', at('home'));
    symlinkSync(at('first', sales), at('linked/charts/link.yaml'));
    const linked = await run('validate', 'linked');
    expect([linked.code, linked.text]).toEqual([2, expect.stringContaining('charts/link.yaml is a link')]);
  }, 60_000);
});
