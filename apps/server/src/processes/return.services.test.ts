import { serviceUrl, startSiblingServers, startTcpProxy } from '@powerset/testkit';
import { expect, it } from 'vitest';

const serverUrl = serviceUrl('postgresql') ?? '';

it.skipIf(serverUrl === '')(
  'a process that was cut off, and taken for gone, is there for the others as soon as it reaches the store again',
  async () => {
    const wire = await startTcpProxy(Number(new URL(serverUrl).port));
    const metadataPorts = [Number(new URL(serverUrl).port), wire.port];
    const siblings = await startSiblingServers({ count: 2, postgresqlUrl: serverUrl, metadataPorts });
    const [other, cut] = siblings.clients;
    if (!other || !cut) throw new Error('There are two.');
    const place = { database_name: 'Shop', sqlalchemy_uri: serverUrl };
    const { json: database } = await other.post('/api/v1/database/', place);
    const asked = { database_id: database.id, sql: 'SELECT 1 AS one', client_id: 'of-the-cut', schema: 'public' };
    const key = (await cut.post('/api/v1/sqllab/execute/', asked)).json.query.resultsKey;
    const askOther = async () => (await other.get(`/api/v1/sqllab/results/?q=(key:'${key}')`)).status;
    expect(await askOther()).toBe(200);
    wire.setMode('silent');
    await expect.poll(askOther, { timeout: 40_000 }).toBe(410);
    // Whatever time of its beat it is.
    for (const waitMs of [0, 1100, 2300]) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      wire.setMode('pass');
      await expect
        .poll(async () => (await cut.get('/api/v1/dashboard/')).status, { timeout: 10_000, interval: 20 })
        .toBe(200);
      await expect.poll(askOther, { timeout: 600, interval: 20 }).toBe(200);
      if (waitMs === 2300) break;
      wire.setMode('silent');
      await expect.poll(askOther, { timeout: 40_000 }).toBe(410);
    }
    await siblings.stop();
    await wire.close();
  },
  150_000,
);
