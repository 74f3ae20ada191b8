import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { UploadJob, UploadPreview } from '@powerset/contract';
import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainName, sniffKind, toTableName } from './file-kind.ts';

let started: InProcessApp;
let base: string;

beforeAll(async () => {
  started = await startInProcess({ env: { POWERSET_UPLOAD_MAX_MB: '1' } });
  base = `/api/v1/database/${(await started.admin.get('/api/v1/database/')).json.ids[0]}`;
});
afterAll(() => started.stop());

const csv = 'id,name,born\n1,Ada,1815-12-10\n2,Émile,1840-04-02\n3,,\n';

function stage(client: ApiClient, name: string, content: string | Uint8Array): Promise<ApiAnswer> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return client.send('POST', `${base}/upload_metadata/`, { form });
}

async function staged(name: string, content: string | Uint8Array): Promise<UploadPreview> {
  const answer = await stage(started.admin, name, content);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result;
}

async function load(preview: UploadPreview, change: object = {}): Promise<UploadJob> {
  const columns = preview.columns.map(({ name, detected_type }) => ({ source: name, name, type: detected_type }));
  const body = { upload_id: preview.upload_id, table_name: preview.table_name, columns, ...change };
  const answer = await started.admin.post(`${base}/upload/`, body);
  expect(answer.status, answer.text).toBe(202);
  return finished(answer.json.result.job_id);
}

async function finished(id: string): Promise<UploadJob> {
  for (;;) {
    const { result } = (await started.admin.get(`${base}/upload/${id}`)).json;
    if (result.state !== 'running') return result;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a file that arrives', () => {
  it('is shown with detected types and its first rows', async () => {
    const preview = await staged('People List.csv', csv);
    expect(preview).toMatchObject({ format: 'csv', file_name: 'People List.csv', table_name: 'people_list' });
    expect(preview.columns).toEqual([
      { name: 'id', detected_type: 'BIGINT' },
      { name: 'name', detected_type: 'VARCHAR' },
      { name: 'born', detected_type: 'DATE' },
    ]);
    expect(preview.rows.columns[1]?.values.slice(0, 2)).toEqual(['Ada', 'Émile']);
  });

  it('becomes a table and its dataset at once', async () => {
    const job = await load(await staged('loaded.csv', csv));
    expect(job).toMatchObject({ state: 'done', progress: 1, result: { row_count: 3, table_name: 'loaded' } });
    const dataset = await started.admin.get(`/api/v1/dataset/${job.result?.dataset_id}`);
    expect(dataset.json.result).toMatchObject({ table_name: 'loaded', main_dttm_col: 'born' });
  });

  it('takes the types that a person chose', async () => {
    const preview = await staged('typed.csv', csv);
    const columns = [{ source: 'id', name: 'code', type: 'VARCHAR' }];
    const job = await load(preview, { columns });
    const { result } = (await started.admin.get(`/api/v1/dataset/${job.result?.dataset_id}`)).json;
    expect(result.columns).toMatchObject([{ column_name: 'code', type: 'VARCHAR' }]);
  });

  it('is refused, replaces or extends a table that exists, as asked', async () => {
    await load(await staged('again.csv', csv));
    const refused = await load(await staged('again.csv', csv));
    expect(refused).toMatchObject({ state: 'failed', error: expect.stringContaining('exists already') });
    expect(await load(await staged('again.csv', csv), { already_exists: 'append' })).toMatchObject({ state: 'done' });
    const { json } = await started.admin.post(
      '/api/v1/datasource/samples?datasource_type=table&datasource_id=' +
        (await load(await staged('again.csv', 'id,extra\n9,x\n'), { already_exists: 'replace' })).result?.dataset_id,
      {},
    );
    expect(json.result).toMatchObject({ total_count: 1, colnames: ['id', 'extra'] });
  });

  it('may be compressed', async () => {
    const preview = await staged('packed.csv.gz', gzipSync(csv));
    expect(preview).toMatchObject({ format: 'csv', table_name: 'packed' });
    expect(await load(preview)).toMatchObject({ state: 'done', result: { row_count: 3 } });
  });

  it('may be JSON', async () => {
    const preview = await staged('rows.json', '[{"a":1,"b":"x"},{"a":2,"b":null}]');
    expect(await load(preview)).toMatchObject({ state: 'done', result: { row_count: 2 } });
  });

  it('may come whole in one call of a script', async () => {
    const form = new FormData();
    form.append('file', new Blob([csv]), 'script.csv');
    form.append('table_name', 'from_script');
    const answer = await started.admin.send('POST', `${base}/upload/`, { form });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json).toMatchObject({ message: 'OK', result: { table_name: 'from_script', row_count: 3 } });
  });

  it('shows quotes in the name of a file, which browsers write as %22, and keeps its percent signs', async () => {
    expect((await staged('12" 50% %41.csv', csv)).file_name).toBe('12" 50% %41.csv');
  });

  it('named ../../x stays in its folder', async () => {
    const preview = await staged('../../x.csv', csv);
    expect(preview).toMatchObject({ file_name: 'x.csv', table_name: 'x' });
    expect(await readdir(join(started.dataFolder, 'engine', 'staging'))).toContain(`upload-${preview.upload_id}.csv`);
    expect(await readdir(started.dataFolder)).not.toContain('x.csv');
  });

  it('can be read again in another way, and be forgotten', async () => {
    const preview = await staged('semi.csv', 'a;b\n1,5;x\n');
    const path = `${base}/upload_metadata/${preview.upload_id}`;
    const again = await started.admin.post(path, { delimiter: ';', has_header: false });
    expect(again.json.result.rows.rowCount).toBe(2);
    expect((await started.admin.delete(path)).status).toBe(200);
    expect((await started.admin.post(path, {})).status).toBe(404);
  });
});

describe('bad input', () => {
  it.each([
    ['empty.csv', '', 'is empty'],
    ['old.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old Excel format'],
    ['claims.xlsx', 'not a workbook', 'is not one'],
    ['claims.parquet', 'not parquet', 'is not a Parquet file'],
    ['picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'not of a kind'],
    ['quotes.csv', 'a,b\n"never closed,1\n', ''],
  ])('%s gets words that say what to do', async (name, content, words) => {
    const answer = await stage(started.admin, name, content);
    if (name === 'quotes.csv' && answer.status === 200) {
      expect(answer.json.result.rejected_count + answer.json.result.rows.rowCount).toBeGreaterThan(0);
      return;
    }
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.message).toContain(words);
  });

  it('that is too large is refused with the limit', async () => {
    const answer = await stage(started.admin, 'large.csv', 'a,b\n'.repeat(400_000));
    expect(answer.status).toBe(413);
    expect(answer.json.message).toContain('1 MB');
  });

  it('shows the lines of a ragged file that cannot be read', async () => {
    const lines = Array.from({ length: 50 }, (_, row) => (row === 30 ? 'oops,not a number,too,many' : `${row},${row}`));
    const preview = await staged('ragged.csv', `a,b\n${lines.join('\n')}\n`);
    expect(preview.rejected_count).toBeGreaterThan(0);
    expect(preview.rejected[0]).toMatchObject({ line: 32 });
  });

  it('without a file, and not as a form, is refused', async () => {
    expect((await started.admin.send('POST', `${base}/upload_metadata/`, { form: new FormData() })).status).toBe(400);
    expect((await started.admin.post(`${base}/upload_metadata/`, {})).status).toBe(400);
  });

  it('with doubled or missing names is refused before anything is loaded', async () => {
    const preview = await staged('names.csv', csv);
    const columns = [
      { source: 'id', name: 'A', type: 'BIGINT' },
      { source: 'name', name: 'a', type: 'VARCHAR' },
    ];
    const body = { upload_id: preview.upload_id, table_name: 'names', columns };
    const answer = await started.admin.post(`${base}/upload/`, body);
    expect(answer.status).toBe(422);
    expect(answer.json.message.columns[0]).toContain('called a');
  });
});

describe('who may', () => {
  it('keeps files and loads to those who brought them, and to those who may upload at all', async () => {
    const preview = await staged('mine.csv', csv);
    const alpha = await started.signInAs('alan', ['Alpha']);
    expect((await alpha.post(`${base}/upload_metadata/${preview.upload_id}`, {})).status).toBe(404);
    expect((await stage(alpha, 'alphas.csv', csv)).status).toBe(200);
    const gamma = await started.signInAs('gina', ['Gamma']);
    expect((await stage(gamma, 'gammas.csv', csv)).status).toBe(403);
    const job = await load(preview);
    expect((await alpha.get(`${base}/upload/${job.job_id}`)).status).toBe(404);
    expect((await started.admin.get(`${base}/upload/nope`)).status).toBe(404);
    expect((await fetch(`${started.url}${base}/upload/`, { method: 'POST' })).status).toBe(401);
  });
});

describe('names of files', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.csv', 'a.csv'],
    ['..', 'file'],
    ['', 'file'],
  ])('%s is %s', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });

  it.each([
    ['Sales 2024.csv', 'sales_2024'],
    ['2024.csv', 't_2024'],
    ['birth_names.json.gz', 'birth_names'],
    ['Größe.parquet', 'gro_e'],
    ['日本.csv', 'upload'],
  ])('%s makes the table %s', (name, table) => {
    expect(toTableName(name)).toBe(table);
  });

  it('tells a text file without a known name by what is in it', () => {
    const head = new TextEncoder().encode('a,b\n1,2\n');
    expect(sniffKind('data', head).format).toBe('csv');
    expect(sniffKind('data', new TextEncoder().encode('[{"a":1}]')).format).toBe('json');
  });
});

describe('rows added to a table that was asked about before', () => {
  it('are in the next answer, which is kept again until the next rows', async () => {
    const first = await load(await staged('towns.csv', 'town\nUlm\nBonn\n'));
    const question = {
      datasource: { id: first.result?.dataset_id, type: 'table' },
      queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }] }],
    };
    const ask = async () => {
      const answer = await started.admin.post('/api/v1/chart/data', question);
      expect(answer.status, answer.text).toBe(200);
      const { data, is_cached } = answer.json.result[0];
      return { n: data[0].n, is_cached };
    };
    expect(await ask()).toEqual({ n: 2, is_cached: false });
    expect(await ask()).toEqual({ n: 2, is_cached: true });
    await load(await staged('towns.csv', 'town\nKiel\n'), { already_exists: 'append' });
    expect(await ask()).toEqual({ n: 3, is_cached: false });
    expect(await ask()).toEqual({ n: 3, is_cached: true });
  });
});
