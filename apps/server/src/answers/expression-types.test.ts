import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../engines/index.ts';

let running: InProcessApp;
let datasetId: number;

beforeAll(async () => {
  running = await startInProcess();
  const engine = await running.app.services.engines.getEmbedded(1);
  await engine.runTrusted("CREATE TABLE orders AS SELECT TIMESTAMP '2026-03-05 10:00:00' AS placed");
  const dataset = { database: 1, schema: 'main', table_name: 'orders' };
  datasetId = (await running.admin.post('/api/v1/dataset/', dataset)).json.id;
});
afterAll(() => running.stop());

const axis = {
  ...{ columnType: 'BASE_AXIS', expressionType: 'SQL', label: 'month', timeGrain: 'P1M' },
  sqlExpression: "placed + INTERVAL '1 day'",
};
const ask = () =>
  running.admin.post('/api/v1/chart/data', {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: [axis], metrics: ['count'], row_limit: 10 }],
  });

describe('the type of SQL on a time axis', () => {
  it.each(['OAUTH2_REDIRECT', 'OAUTH2_REDIRECT_ERROR'] as const)(
    'is not known, and not taken for none, to whoever has to sign in first: %s',
    async (code) => {
      const { engines } = running.app.services;
      const engine = await engines.get(1, null);
      const asking = Object.create(engine, {
        describeQuery: { value: () => Promise.reject(new EngineError({ code, message: 'Sign in.' })) },
      });
      const get = vi.spyOn(engines, 'get').mockResolvedValue(asking);
      for (const _time of [1, 2]) {
        const refused = await ask();
        expect([refused.status, refused.json.errors?.[0].error_type], refused.text).toEqual([403, code]);
      }
      get.mockRestore();
      const asked = await ask();
      expect(asked.status, asked.text).toBe(200);
      expect(asked.json.result[0].data[0].month).toBe(Date.UTC(2026, 2, 1));
    },
  );
});
