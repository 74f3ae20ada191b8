import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sharedFixture } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUploadClient, toBody, type UploadClient } from './uploads-fixture.ts';

let started: InProcessApp;
let uploads: UploadClient;

beforeAll(async () => {
  started = await startInProcess();
  uploads = await createUploadClient(started.admin);
});
afterAll(() => started.stop());

interface PublicFile {
  readonly file: string;
  readonly table: string;
  readonly rows: number;
  readonly columns: number;
  /** Types that are chosen by hand. */
  readonly correct?: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, string>>;
}

/** Rows and columns as Python's csv and json modules count them. */
const publicFiles: readonly PublicFile[] = [
  {
    file: 'birth_names.json.gz',
    table: 'birth_names',
    rows: 75_691,
    columns: 7,
    // Milliseconds since 1970: a person says that they are times.
    correct: { ds: 'TIMESTAMP' },
    types: { ds: 'TIMESTAMP', gender: 'VARCHAR', num: 'BIGINT', sum_boys: 'BIGINT' },
  },
  {
    file: 'video_game_sales.csv',
    table: 'video_game_sales',
    rows: 16_595,
    columns: 11,
    types: { rank: 'BIGINT', name: 'VARCHAR', global_sales: 'DOUBLE' },
  },
  {
    file: 'flight_data.csv.gz',
    table: 'flight_data',
    rows: 55_105,
    columns: 31,
    types: { YEAR: 'BIGINT', AIRLINE: 'VARCHAR', SCHEDULED_DEPARTURE: 'VARCHAR', DISTANCE: 'BIGINT' },
  },
  {
    file: 'unicode_test.csv',
    table: 'unicode_test',
    rows: 41,
    columns: 5,
    types: { phrase: 'VARCHAR', dttm: 'DATE', value: 'DOUBLE' },
  },
];

describe('public files', () => {
  it.for(publicFiles)('$file loads whole', async (expected, { skip }) => {
    const path = sharedFixture(expected.file);
    if (!path) return skip('The public files do not lie beside the checkout.');
    const preview = await uploads.preview(basename(path), await readFile(path));
    expect(preview).toMatchObject({ table_name: expected.table, rejected_count: 0 });
    const columns = toBody(preview).columns.map((one) => ({
      ...one,
      type: expected.correct?.[one.source] ?? one.type,
    }));
    const job = await uploads.load(preview, { columns });
    expect(job).toMatchObject({ state: 'done', error: null, result: { row_count: expected.rows, rejected_count: 0 } });
    const id = job.result?.dataset_id ?? 0;
    expect(await uploads.rowCount(id)).toBe(expected.rows);
    const made = await uploads.columns(id);
    expect(Object.keys(made)).toHaveLength(expected.columns);
    expect(made).toMatchObject(expected.types);
  });
});
