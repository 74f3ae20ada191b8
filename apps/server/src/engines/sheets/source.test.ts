import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { ObjectCache, type TableSource } from '../lake/index.ts';
import { readSheets } from './named-sheets.ts';
import { addressOf, type SheetsService, startSheetsService } from './service-fixture.ts';
import { openSheetsSource } from './source.ts';

const id = 'orders-1234567';
const published = 'https://docs.google.com/spreadsheets/d/e/2PACX-1vTabc/pubhtml?gid=5&single=true';

describe('sheets that are fetched', () => {
  let service: SheetsService;
  let folder: Awaited<ReturnType<typeof makeTempFolder>>;
  let source: TableSource;
  let now = 0;
  const { signal } = new AbortController();

  beforeEach(async () => {
    now = 1000;
    service = await startSheetsService();
    folder = await makeTempFolder('sheets');
    await open({});
  });
  afterEach(async () => {
    await source.close();
    await service.stop();
    await folder.remove();
  });

  async function open({ maxBytes = 1_000_000_000, allowsPrivateHosts = true }) {
    const nowMs = () => now;
    source = await openSheetsSource({
      settings: { endpoint: new URL(service.url), credentials: null, policy: { allowsPrivateHosts } },
      sheets: readSheets({ engine_params: { catalog: { orders: addressOf(id) } } }),
      cache: new ObjectCache({ folder: path.join(folder.path, 'lake'), maxBytes, nowMs }),
      nowMs,
    });
  }

  async function read(): Promise<{ readonly text: string; readonly version: string }> {
    const [object] = await source.list(signal);
    if (!object) throw new Error('The source lists its sheet.');
    const [file = ''] = await source.bring({ objects: [object], signal });
    return { text: await readFile(path.join(source.folder, file), 'utf8'), version: object.version };
  }

  it('are asked for once a minute, and are another table where they hold something else', async () => {
    service.sheets.set(id, { csv: 'a\n1\n' });
    const first = await read();
    now += 50_000;
    expect(await read()).toEqual(first);
    expect(service.heard).toHaveLength(1);
    now += 20_000;
    expect(await read()).toEqual(first);
    expect(service.heard).toHaveLength(2);
    service.sheets.set(id, { csv: 'a\n2\n' });
    now += 70_000;
    const other = await read();
    expect(other.text).toBe('a\n2\n');
    expect(other.version).not.toBe(first.version);
  });

  it('are not shown any longer once they are closed', async () => {
    service.sheets.set(id, { csv: 'a\n1\n' });
    await read();
    service.sheets.set(id, { csv: 'a\n1\n', isPrivate: true });
    now += 70_000;
    expect(await failureOf(read())).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: expect.stringContaining('is not open'),
    });
  });

  it('are fetched again after a while only when somebody reads them', async () => {
    service.sheets.set(id, { csv: 'a\n1\n' });
    await read();
    now += 700_000;
    await source.list(signal);
    expect(service.heard).toHaveLength(1);
    service.sheets.set(id, { csv: 'a\n3\n' });
    expect((await read()).text).toBe('a\n3\n');
  });

  it('are refused where they are too long, or where there is no room for one', async () => {
    service.sheets.set(id, { csv: 'x'.repeat(65 * 1024 * 1024) });
    expect(await failureOf(read())).toMatchObject({ message: 'The sheet "orders" is larger than 64 MB.' });
    await source.close();
    await open({ maxBytes: 1_000_000 });
    service.sheets.set(id, { csv: 'a\n1\n' });
    expect(await failureOf(read())).toMatchObject({ message: expect.stringContaining('POWERSET_LAKE_CACHE_MB') });
  });

  it('are not waited for by whoever stops', async () => {
    service.sheets.set(id, { csv: '', isSilent: true });
    const stopping = new AbortController();
    const [object] = await source.list(signal);
    const bringing = source.bring({ objects: object ? [object] : [], signal: stopping.signal });
    await expect.poll(() => service.heard.length).toBe(1);
    stopping.abort(new Error('stopped'));
    await expect(bringing).rejects.toThrow('stopped');
  });

  it('are not fetched from inside where private hosts are closed', async () => {
    await source.close();
    await open({ allowsPrivateHosts: false });
    service.sheets.set(id, { csv: 'a\n1\n' });
    expect(await failureOf(read())).toMatchObject({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR' });
    expect(service.heard).toEqual([]);
  });
});

describe('the address of a sheet', () => {
  it.each([
    [addressOf(id, 12), `/spreadsheets/d/${id}/export?format=csv&gid=12`],
    [`https://docs.google.com/spreadsheets/u/1/d/${id}`, `/spreadsheets/d/${id}/export?format=csv`],
    [published, '/spreadsheets/d/e/2PACX-1vTabc/pub?output=csv&single=true&gid=5'],
  ])('%s', (address, wanted) => {
    expect(readSheets({ engine_params: { catalog: { a: address } } })).toEqual([{ name: 'a', path: wanted }]);
  });

  it.each([
    `https://docs.google.com@evil.example/spreadsheets/d/${id}`,
    `https://evil.example/https://docs.google.com/spreadsheets/d/${id}`,
    `http://docs.google.com/spreadsheets/d/${id}`,
    `https://docs.google.com:8443/spreadsheets/d/${id}`,
    'https://docs.google.com/document/d/1234567890',
    'https://docs.google.com/spreadsheets/d/../../x',
  ])('%s is refused', (address) => {
    expect(() => readSheets({ engine_params: { catalog: { a: address } } })).toThrow('must look like');
  });
});
