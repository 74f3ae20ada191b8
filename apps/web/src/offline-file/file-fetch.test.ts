import { chartDataEndpoints, type OfflineFile } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { createFileFetch } from './file-fetch.ts';

const problem = 'Column "channel" is gone.';
const file: OfflineFile = {
  ...{ title: 'Sales', dashboardId: 1, madeAt: '2026-06-15T10:00:00Z', language: 'en', theme: 'light', search: '' },
  ...{ texts: {}, reads: {}, maps: {} },
  questions: ['chart:7', 'filter:F'].map((key) => ({ key, columns: [], answers: [], cubes: [], problem })),
};
const ask = async (path: string, body: object) => {
  const answer = await createFileFetch(file)(path, { method: 'POST', body: JSON.stringify(body) });
  return answer.text();
};

describe('a file that has no answer', () => {
  it('says of a chart what the server said when the file was made, and of another that the file does not hold it', async () => {
    const requests = ['7', '8'].map((key) => ({ key, payload: { queries: [{}] } }));
    const [failed, unknown] = (await ask(chartDataEndpoints.batch.path, { requests })).trim().split('\n');
    expect(JSON.parse(failed ?? '')).toMatchObject({ status: 422, error: { errors: [{ message: problem }] } });
    expect(unknown).toContain('This file does not hold');
  });

  it('says of a filter what the server said', async () => {
    const body = { queries: [{}], form_data: { native_filter_id: 'F' } };
    expect(JSON.parse(await ask(chartDataEndpoints.data.path, body)).errors[0].message).toBe(problem);
  });
});
