import { connect } from 'node:net';
import { type ApiAnswer, type ApiClient, apiClient, testAdmin } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
let browser: ApiClient;
beforeAll(async () => {
  world = await startDrillWorld();
  browser = await world.running.signInByCookie();
});
afterAll(() => world.running.stop());

/** A path with its gaps filled. */
const fill = (path: string) => path.replace(/:[A-Za-z_]+(\([^)]*\))?/g, '1').replace('*', 'x');
const calls = () => world.running.app.endpoints.map((endpoint) => ({ ...endpoint, filled: fill(endpoint.path) }));

describe('calls by cookie', () => {
  it('change nothing without the CSRF token, on any route', async () => {
    const { cookie = '' } = browser.headers;
    for (const { method, filled, isCsrfExempt, id } of calls()) {
      if (method === 'GET' || isCsrfExempt) continue;
      for (const token of [undefined, 'wrong', '']) {
        const headers = { cookie, ...(token === undefined ? {} : { 'x-csrftoken': token }) };
        const answer = await apiClient(world.running.url, headers).send(method, filled, { body: {} });
        expect([id, answer.json.errors?.[0]?.error_type]).toEqual([id, 'FRONTEND_CSRF_ERROR']);
      }
    }
  });

  it('that need no token are refused when another site sends them', async () => {
    // A provider and its pages send the last, programs the others, so that they act as nobody: `saml.test.ts` and
    // `agents-hostile.test.ts` say what becomes of them.
    const fromOthers = calls().filter(({ isFromOtherSites }) => isFromOtherSites);
    expect(fromOthers.map(({ id }) => id)).toEqual([
      ...['agent.register', 'agent.token', 'agent.revoke'],
      ...['security.saml_answer', 'security.saml_posted_sign_out', 'security.saml_back_channel'],
    ]);
    for (const { method, filled, isCsrfExempt, isFromOtherSites, id } of calls()) {
      if (!isCsrfExempt || isFromOtherSites) continue;
      for (const origin of ['https://evil.example', 'null', `${world.running.url}.evil.example`, 'not a url']) {
        const answer = await apiClient(world.running.url, { origin }).send(method, filled, { body: {} });
        expect([id, origin, [401, 403].includes(answer.status)]).toEqual([id, origin, true]);
      }
    }
  });

  it('are not turned into other methods by a header or field', async () => {
    const made = await world.admin.post('/api/v1/dashboard/', { dashboard_title: 'Stays' });
    const path = `/api/v1/dashboard/${made.json.id}`;
    for (const header of ['x-http-method-override', 'x-method-override']) {
      const headers = { [header]: 'DELETE' };
      await browser.get(`${path}?_method=DELETE`, { headers });
      await browser.post(path, { _method: 'DELETE' }, { headers });
    }
    expect((await world.admin.get(path)).status).toBe(200);
  });

  it('answer no other origin', async () => {
    const answer = await browser.get('/api/v1/me/', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await apiClient(world.running.url, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    }).send('OPTIONS', '/api/v1/chart/data');
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.status).toBe(404);
  });
});

/** No text that tells how the server is built. */
function expectCalm(what: string, answer: ApiAnswer): void {
  expect(answer.status < 500 ? '' : `${what}: ${answer.text}`).toBe('');
  expect(answer.text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|(?<!POWERSET_)SQLITE_/);
}

const bombs: readonly (readonly [name: string, text: string])[] = [
  ['deep arrays', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['deep objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  [
    'a deep value',
    `{"queries":${'['.repeat(100_000)}${']'.repeat(100_000)},"form_data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  ],
  ['a polluted prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'],
  ['not JSON', '{"a":'],
  ['a bare value', '7'],
  ['null', 'null'],
  ['text', '"x"'],
  ['a list', '[]'],
  ['an empty body', ''],
  [
    'wrong types',
    JSON.stringify({ name: {}, ids: 'x', sql: 7, database_id: 'x', queries: {}, owners: {}, columns: 1 }),
  ],
];

describe('bodies', () => {
  it.each(bombs)(
    'of every kind are answered calmly by every route: %s',
    async (name, body) => {
      const headers = { ...world.admin.headers, 'content-type': 'application/json' };
      for (const { method, filled, id } of calls()) {
        if (method === 'GET' || method === 'DELETE' || id.includes('sign_out')) continue;
        const response = await fetch(`${world.running.url}${filled}`, { method, headers, body, redirect: 'manual' });
        const text = await response.text();
        expect([id, name, response.status < 500]).toEqual([id, name, true]);
        expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|SQLITE/);
      }
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    },
    120_000,
  );

  it('larger than the server takes are refused in words', async () => {
    const body = JSON.stringify({ dashboard_title: 'x'.repeat(21 * 1024 * 1024) });
    const response = await fetch(`${world.running.url}/api/v1/dashboard/`, {
      method: 'POST',
      headers: { ...world.admin.headers, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(413);
  });

  it('with names of a million characters are refused by field, not by the store', async () => {
    const long = 'x'.repeat(1_000_000);
    const answers = await Promise.all([
      world.admin.post('/api/v1/dashboard/', { dashboard_title: long }),
      world.admin.post('/api/v1/dashboard/', { slug: long }),
      world.admin.post('/api/v1/chart/', {
        slice_name: long,
        viz_type: 'table',
        datasource_id: 1,
        datasource_type: 'table',
      }),
      world.admin.post('/api/v1/security/login', { username: long, password: long, provider: 'db' }),
    ]);
    for (const answer of answers) expectCalm('long name', answer);
    expect(answers.slice(0, 3).map((answer) => answer.status >= 400)).toEqual([true, true, true]);
  });
});

const questions: readonly string[] = [
  '(page:-1,page_size:-1)',
  '(page:1e308,page_size:1e308)',
  '(page_size:999999999)',
  '(page:NaN)',
  '(order_column:constructor)',
  '(order_column:__proto__)',
  '(order_column:toString,order_direction:asc)',
  '(filters:!((col:constructor,opr:eq,value:1)))',
  '(filters:!((col:__proto__,opr:__proto__,value:1)))',
  '(filters:!((col:toString,opr:eq,value:1)))',
  '(filters:!((col:id,opr:eq,value:(a:1))))',
  '(filters:!((col:id,opr:in,value:!((a:1),!(1)))))',
  '(filters:!((col:owners,opr:rel_m_m,value:(a:1))))',
  '(filters:!((col:id,opr:constructor,value:1)))',
  '(columns:!(constructor,__proto__,constructor.x,__proto__.x,toString.y))',
  '(columns:!(id,id.id.id.id))',
  '(keys:!(constructor,__proto__))',
  '(__proto__:(page_size:1))',
  `${'!('.repeat(3000)}${')'.repeat(3000)}`,
  `${'(a:'.repeat(2500)}1${')'.repeat(2500)}`,
  '!(1,2,3)',
  '!(-1,1.5)',
  `!(${Array.from({ length: 3000 }, (_, index) => index).join(',')})`,
  '%00',
  "'%ff",
  '(filter:%27%25%25%25%25%25%25_______%27)',
  `(filter:%27${'a'.repeat(10_000)}%27)`,
  '(include_ids:!(constructor,1e400))',
];

describe('questions in an address', () => {
  it.each(questions)(
    'are answered calmly by every reading route: q=%s',
    async (q) => {
      for (const { method, filled, id } of calls()) {
        if (method !== 'GET' || id.includes('progress')) continue;
        expectCalm(`${id} ${q.slice(0, 60)}`, await world.admin.get(`${filled}?q=${q}`));
      }
    },
    120_000,
  );

  it('with ids that are none find nothing', async () => {
    for (const value of [
      '-1',
      '0',
      'NaN',
      '1e3',
      '99999999999999999999',
      '1.5',
      'undefined',
      '%00',
      '..%2f..%2fetc%2fpasswd',
      '1;DROP TABLE users',
      '%F0%28',
      "1' OR '1'='1",
    ]) {
      for (const { method, path, id } of calls()) {
        if (method !== 'GET' || !path.includes(':') || id.includes('progress')) continue;
        const address = path.replace(/:[A-Za-z_]+/g, value);
        const answer = await world.admin.get(address);
        expectCalm(`${id} ${value}`, answer);
      }
    }
  }, 120_000);
});

/** One request with everything chosen by the attacker, past what `fetch` would put right. */
function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(world.running.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', reject);
  });
}

describe('addresses', () => {
  it('never lead out of the folder of web files', async () => {
    for (const path of [
      '/../../../../etc/passwd',
      '/assets/../../../../etc/passwd',
      '/assets/..%2f..%2f..%2f..%2fetc%2fpasswd',
      '/..%5c..%5cetc%5cpasswd',
      '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
      '/assets/%00',
      '/index.html%00.js',
      '/.env',
      '/assets/....//....//etc/passwd',
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect([path, answer]).toEqual([path, expect.not.stringMatching(/root:|POWERSET_|HTTP\/1\.1 5/)]);
    }
  });

  it('in answers never take a foreign host from a redirect', async () => {
    const { admin } = world;
    const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Linked', published: true });
    const link = await admin.post(`/api/v1/dashboard/${made.json.id}/permalink`, {
      urlParams: [
        ['next', 'https://evil.example'],
        ['a\r\nset-cookie: x', '1'],
      ],
      anchor: '//evil.example\r\nx: y',
    });
    expect(link.status).toBe(201);
    const opened = await admin.get(`/superset/dashboard/p/${link.json.key}/`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(opened.status).toBe(302);
    expect(opened.headers.get('location')).toMatch(/^\/superset\/dashboard\/\d+\/\?/);
    expect(opened.headers.get('set-cookie')).toBeNull();
    const visitor = await world.visitor.get(`/superset/dashboard/p/${link.json.key}/`);
    expect(visitor.headers.get('location')).toMatch(/^\/login\/\?next=%2F/);
    const shared = await admin.post(
      `/api/v1/dashboard/${made.json.id}/permalink`,
      {},
      { headers: { origin: 'https://evil.example' } },
    );
    expect(shared.json.url).toContain(world.running.url);
  });

  it('of downloads carry no foreign header', async () => {
    const name = 'a"\r\nset-cookie: stolen=1\r\n;filename=evil.html/../x';
    const answer = await world.admin.post('/api/v1/chart/data', {
      datasource: { id: world.openDataset, type: 'table' },
      queries: [{ columns: ['region'], metrics: ['count'] }],
      result_format: 'csv',
      form_data: { slice_name: name },
    });
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    const run = await world.admin.post('/api/v1/sqllab/execute/', {
      database_id: world.databaseId,
      sql: 'SELECT 1 AS a',
      tab: `${name}\ud800`,
      client_id: 'download1',
    });
    expect(run.status).toBe(200);
    const file = await world.admin.get('/api/v1/sqllab/export/download1/');
    expect(file.status).toBe(200);
    expect(file.headers.get('set-cookie')).toBeNull();
    expect(file.headers.get('content-disposition')).not.toMatch(/[\r\n]|\.\.\//);
  });
});

describe('signing in', () => {
  it('gives one name few tries, however many come at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        world.visitor.post('/api/v1/security/login', {
          username: 'Mallory',
          password: `guess ${index}`,
          provider: 'db',
        }),
      ),
    );
    const statuses = tries.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(8);
    expect(statuses).toContain(429);
    // The other door counts with the same clock.
    const cookie = await world.visitor.post('/api/v1/security/sign_in', {
      username: 'mallory',
      password: 'a password for tests',
    });
    expect(cookie.status).toBe(429);
    expect(Number(cookie.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('lets others in meanwhile, and tells nothing of which names exist', async () => {
    expect((await world.visitor.post('/api/v1/security/login', { ...testAdmin, provider: 'db' })).status).toBe(200);
    const unknown = await world.visitor.post('/api/v1/security/login', {
      username: 'nobody',
      password: 'x',
      provider: 'db',
    });
    const known = await world.visitor.post('/api/v1/security/login', {
      username: 'schemer',
      password: 'x',
      provider: 'db',
    });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  });
});

describe('text that people write', () => {
  it('comes back as JSON that no browser takes for a page, and never inside one', async () => {
    const script = '</script><script>alert(4417)</script><img src=x onerror=alert(4417)>';
    const { admin } = world;
    const made = await admin.post('/api/v1/dashboard/', { dashboard_title: script, slug: 'script', css: script });
    expect(made.status).toBe(201);
    const answers = [
      await admin.get(`/api/v1/dashboard/${made.json.id}`),
      await admin.get('/api/v1/dashboard/'),
      await admin.post('/api/v1/sqllab/execute/', {
        database_id: world.databaseId,
        sql: `SELECT '${script}' AS "${script}"`,
      }),
      await admin.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, sql: `SELECT ${script}` }),
      await admin.get(`/api/v1/dashboard/${encodeURIComponent(script)}`),
      await admin.get(`/api/v1/${encodeURIComponent(script)}`),
    ];
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    }
    for (const path of [
      `/superset/dashboard/${made.json.id}/`,
      `/?x=${encodeURIComponent(script)}`,
      `/login/?next=${encodeURIComponent(script)}`,
    ]) {
      const page = await admin.get(path);
      expect(page.text).not.toContain('alert(4417)');
    }
  });
});
