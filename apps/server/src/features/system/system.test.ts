import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

describe('the system', () => {
  it('answers OK on its health addresses', async () => {
    for (const path of ['/health', '/healthcheck', '/ping']) {
      const answer = await apiClient(running.url).get(path);
      expect([answer.status, answer.text]).toEqual([200, 'OK']);
    }
  });

  it('answers OK while its metadata are away, and says that it is not ready', async () => {
    const alone = await startInProcess();
    const visitor = apiClient(alone.url);
    await alone.app.services.store.destroy();
    for (const path of ['/health', '/healthcheck', '/ping']) {
      const answer = await visitor.get(path);
      expect([path, answer.status, answer.text]).toEqual([path, 200, 'OK']);
    }
    const { status, json } = await visitor.get('/health/ready');
    expect([status, json.checks.store]).toEqual([503, false]);
    await alone.stop();
  });

  it('tells each person the pages of the menu that he may open', async () => {
    const labelsOf = async (client = running.admin) => {
      const answer = await client.get('/api/v1/menu/');
      expect(answer.status, answer.text).toBe(200);
      return answer.json.result.flatMap(
        ({ label, childs }: { label: string; childs: readonly { label: string }[] }) => [
          label,
          ...childs.map((child) => `${label} / ${child.label}`),
        ],
      );
    };
    const all = await labelsOf();
    expect(all).toEqual(expect.arrayContaining(['Dashboards', 'SQL Lab / Query History', 'Security / List Users']));
    const [part] = (await running.admin.get('/api/v1/menu/')).json.result;
    expect(part).toEqual({ name: 'Dashboards', label: 'Dashboards', url: '/dashboard/list/', icon: '', childs: [] });
    const few = await labelsOf(await running.signInAs('menu-reader', ['Gamma']));
    expect(few).toContain('Dashboards');
    expect(few.filter((label: string) => /Security|SQL Lab/.test(label))).toEqual([]);
    expect((await apiClient(running.url).get('/api/v1/menu/')).status).toBe(401);
  });

  it('spreads its calls over no other domains', async () => {
    const answer = await running.admin.get('/api/v1/available_domains/');
    expect([answer.status, answer.json]).toEqual([200, { result: { domains: [] } }]);
    expect((await apiClient(running.url).get('/api/v1/available_domains/')).status).toBe(401);
  });

  it('says that it is ready while store and engine answer, and that it is not while the engine does not', async () => {
    const visitor = apiClient(running.url);
    const isReady = async () => (await visitor.get('/health/ready')).status === 200;
    // The engine is started by being asked.
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
    const ready = await visitor.get('/health/ready');
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready', checks: { store: true, engine: true } }]);
    expect((await running.admin.get('/metrics')).text).toMatch(/powerset_engine_up\{database="\d+",backend="\w+"\} 1/);
    const [databaseId = 0] = (await running.admin.get('/api/v1/database/')).json.ids;
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    const pid = (await engine.childPid())!;
    process.kill(pid, 'SIGSTOP');
    // The last answer is told for a few seconds.
    await expect.poll(isReady, { timeout: 15_000 }).toBe(false);
    const silent = await visitor.get('/health/ready');
    expect(silent.json).toEqual({ status: 'not ready', checks: { store: true, engine: false } });
    expect((await running.admin.get('/metrics')).text).toMatch(/powerset_engine_up\{[^}]*\} 0/);
    expect((await visitor.get('/health')).text).toBe('OK');
    process.kill(pid, 'SIGCONT');
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
  }, 60_000);

  it('gives figures to administrators only', async () => {
    expect((await running.admin.get('/metrics')).text).toContain('powerset_request_seconds_bucket');
    expect((await apiClient(running.url).get('/metrics')).status).toBe(401);
    expect((await (await running.signInAs('gamma', ['Gamma'])).get('/metrics')).status).toBe(403);
  });

  it('describes every endpoint in OpenAPI, with who may call it', async () => {
    const document = (await running.admin.get('/api/v1/_openapi')).json;
    expect(document.openapi).toMatch(/^3\./);
    expect(document.paths['/api/v1/chart/data'].post).toMatchObject({
      operationId: 'chart.data',
      'x-access': { verb: 'can_read', view: 'Chart' },
    });
    expect(document.paths['/api/v1/security/login'].post.security).toEqual([]);
  });

  it('has a page to browse the API, made of files of its own', async () => {
    expect((await apiClient(running.url).get('/swagger/v1')).status).toBe(401);
    const page = await running.admin.get('/swagger/v1');
    const files = [...page.text.matchAll(/"(\/swagger\/files\/[\w.-]+)"/g)].map(([, path]) => path as string);
    expect(files).toHaveLength(5);
    for (const file of files) expect((await apiClient(running.url).get(file)).status).toBe(200);
    expect((await running.admin.get('/swagger/files/..%2Fpackage.json')).status).toBe(404);
  });

  it('lists plugins of charts for who is signed in; none can be registered [API-065] [PLG-003]', async () => {
    expect((await running.admin.get('/dynamic-plugins/api/read')).json).toEqual({ count: 0, ids: [], result: [] });
    expect((await apiClient(running.url).get('/dynamic-plugins/api/read')).status).toBe(401);
    expect((await running.admin.post('/dynamic-plugins/api/create', {})).status).toBe(404);
  });

  it('sends a strict content security policy and no stack with its errors', async () => {
    const answer = await apiClient(running.url).get('/api/v1/nothing');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(answer.text).not.toMatch(/at \w+.*\.ts:/);
  });

  it('answers broken JSON with 400, not with a stack', async () => {
    const answer = await running.admin.send('POST', '/api/v1/chart/data', {
      headers: { 'content-type': 'application/json' },
      form: undefined,
      body: undefined,
    });
    expect(answer.status).toBe(400);
    const broken = await fetch(`${running.url}/api/v1/chart/data`, {
      method: 'POST',
      headers: { ...running.admin.headers, 'content-type': 'application/json' },
      body: '{"a":',
    });
    expect(broken.status).toBe(400);
    expect(await broken.text()).not.toContain('SyntaxError');
  });
});
