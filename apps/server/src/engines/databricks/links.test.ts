import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type Heard, type Said, type ServiceFixture, startService } from '../warehouse/service-fixture.ts';
import { fromUri, openDatabricks } from './index.ts';
import { readJsonRows } from './json-rows.ts';

/** Answers after the service's reference of its interface for statements, 2.0: none of them was recorded from it. */
const limits = { maxRows: 200_000, timeoutMs: 5000, fairnessKey: 'ada' };
const root = '/api/2.0/sql/statements';
const tooLarge =
  'Inline byte limit exceeded. Statements executed with disposition=INLINE can have a result size of at most 26214400 bytes.';
const refused = {
  statement_id: 's0',
  status: { state: 'FAILED', error: { error_code: 'BAD_REQUEST', message: tooLarge } },
};
const manifest = { schema: { columns: [{ name: 'n', type_text: 'BIGINT' }] } };

const open: { service?: ServiceFixture; storage?: ServiceFixture; engine?: Engine } = {};
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
  await open.storage?.stop();
});

interface Made {
  /** Of the storage. */
  readonly port: number;
  readonly id: string;
}

/** A workspace that sends nothing large, and the storage in which it keeps that. */
async function start(store: (heard: Heard) => Said, links: (made: Made) => object, isAllowed = true) {
  const storage = await startService(store);
  const service = await startService(({ method, url, body }) => {
    if (url.endsWith('/cancel')) return {};
    if (method !== 'POST') return links({ port: storage.port, id: /chunks\/(\d+)/.exec(url)?.[1] ?? '' });
    if (JSON.parse(body).disposition === 'INLINE') return refused;
    const result = links({ port: storage.port, id: '0' });
    return { statement_id: 's1', status: { state: 'SUCCEEDED' }, manifest, result };
  });
  const path = encodeURIComponent('/sql/1.0/warehouses/w1');
  const engine = openDatabricks({
    ...fromUri(`databricks://token:dapi1@127.0.0.1:${service.port}?protocol=http&http_path=${path}&catalog=main`),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: isAllowed } },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
  Object.assign(open, { service, storage, engine });
  const run = (more = {}) => engine.run({ ...limits, sql: 'SELECT n FROM t', ...more });
  return { storage, service, run };
}

const linkTo = ({ port, id }: Made, more: object = {}) => ({
  external_links: [{ external_link: `http://127.0.0.1:${port}/part-${id}?Signature=s3cret`, ...more }],
});
const next = (id: number) => ({ next_chunk_internal_link: `${root}/s1/result/chunks/${id}?row_offset=2` });

describe('an answer of Databricks that is larger than what the service sends', () => {
  it('is asked for once more and read from its storage, part by part, without the token', async () => {
    const rows: Readonly<Record<string, string>> = { '0': '[["1"],["2"]]', '1': '[]', '2': '[["3"]]' };
    const { run, service, storage } = await start(
      ({ url }) => rows[/part-(\d)/.exec(url)?.[1] ?? ''] ?? '',
      (made) =>
        linkTo(made, {
          http_headers: { 'x-amz-key': 'k', authorization: 'no' },
          ...(made.id === '2' ? {} : next(Number(made.id) + 1)),
        }),
    );
    expect((await run()).table.columns).toMatchObject([{ name: 'n', nativeType: 'BIGINT', values: [1, 2, 3] }]);
    expect(service.calls()).toEqual([
      ...[`POST ${root}`, `POST ${root}`, `GET ${root}/s1/result/chunks/1`, `GET ${root}/s1/result/chunks/2`],
    ]);
    expect(storage.heard.map(({ url }) => url)).toEqual([0, 1, 2].map((id) => `/part-${id}?Signature=s3cret`));
    expect(storage.heard[0]?.headers).toMatchObject({ 'x-amz-key': 'k' });
    expect(storage.heard[0]?.headers.authorization).toBeUndefined();
  });

  it('may have several parts told at once', async () => {
    const { run, service } = await start(
      ({ url }) => `[["${/part-(\d)/.exec(url)?.[1]}"]]`,
      (made) => ({
        external_links: ['4', '5', '6'].flatMap((id) => linkTo({ ...made, id }).external_links),
      }),
    );
    expect((await run()).table.columns[0]?.values).toEqual([4, 5, 6]);
    expect(service.calls()).toHaveLength(2);
  });

  it('is as long as it likes to be, and is left when enough of it is known', async () => {
    const many = `[${Array.from({ length: 150_000 }, (_, at) => `["${at}"]`).join(',')}]`;
    const { run, service } = await start(
      () => many,
      (made) => linkTo(made),
    );
    const { table } = await run();
    expect([table.rowCount, table.columns[0]?.values.at(-1)]).toEqual([150_000, 149_999]);
    expect((await run({ maxRows: 10 })).isTruncated).toBe(true);
    await expect.poll(() => service.calls().at(-1)).toBe(`POST ${root}/s1/cancel`);
  });

  it.each([
    ['cut off', '[["1"],["2"', 'The database stopped in the middle of its answer.'],
    ['no list', 'AccessDenied', 'The database stopped in the middle of its answer.'],
    ['refused', { status: 403, body: '<Signature>s3cret</Signature>' }, 'did not hand one out (HTTP 403)'],
  ])('is said to be %s where it is, and its address in no message', async (_name, said, words) => {
    const { run } = await start(
      () => said as Said,
      (made) => linkTo(made),
    );
    const failure = await failureOf(run());
    expect(failure.message).toContain(words);
    expect(JSON.stringify(failure)).not.toContain('s3cret');
  });

  it.each([['file:///etc/passwd'], ['http://169.254.169.254/latest/meta-data/'], ['not an address']])(
    'is not read from %s',
    async (address) => {
      const { run } = await start(
        () => '[["1"]]',
        () => ({ external_links: [{ external_link: address }] }),
      );
      expect((await failureOf(run())).code).toMatch(/GENERIC_DB_ENGINE_ERROR|CONNECTION_INVALID_HOSTNAME_ERROR/);
    },
  );

  it('is waited for no longer than its time', async () => {
    const { run } = await start(
      () => null,
      (made) => linkTo(made),
    );
    expect((await failureOf(run({ timeoutMs: 300 }))).code).toBe('BACKEND_TIMEOUT_ERROR');
  });
});

describe('rows as a list of lists', () => {
  const read = async (...parts: readonly (string | Buffer)[]) => {
    const rows: (readonly (string | null)[])[] = [];
    const body = async function* () {
      for (const part of parts) yield Buffer.from(part as string);
    };
    for await (const portion of readJsonRows(body())) rows.push(...portion);
    return rows;
  };

  it.each([
    ['nothing', '[]', []],
    [
      'spaces',
      ' [ ["1" , null ] ,\n["2","b"] ]\n',
      [
        ['1', null],
        ['2', 'b'],
      ],
    ],
    [
      'brackets, quotes and strokes in texts',
      '[["]],[[","\\"]\\\\"],["é漢😀","\\u005d"]]',
      [
        [']],[[', '"]\\'],
        ['é漢😀', ']'],
      ],
    ],
    ['empty rows', '[[],[]]', [[], []]],
  ])('are read with %s, however they are cut', async (_name, text, rows) => {
    expect(await read(text)).toEqual(rows);
    const bytes = Buffer.from(text);
    expect(await read(...Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)))).toEqual(rows);
  });

  it('are read in portions, none of them longer than it must be', async () => {
    const row = `["${'x'.repeat(1000)}"]`;
    const sizes: number[] = [];
    const body = async function* () {
      yield Buffer.from('[');
      for (let at = 0; at < 3000; at += 1) yield Buffer.from(at === 0 ? row : `,${row}`);
      yield Buffer.from(']');
    };
    for await (const portion of readJsonRows(body())) sizes.push(portion.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3000);
    expect(Math.max(...sizes)).toBeLessThan(300);
  });

  it.each(['', '[', '[["1"]', '[["1"],', '[["1"]]]'])('are no whole list: %s', async (text) => {
    await expect(read(text)).rejects.toThrow('stopped in the middle');
  });
});
