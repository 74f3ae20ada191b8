import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DescribedEndpoint } from '@powerset/contract';
import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInRoles, permissionKey } from './permissions.ts';

const roles = ['Admin', 'Alpha', 'Gamma', 'sql_lab'] as const;
const matrixFile = join(import.meta.dirname, '../../../../docs/access-matrix.md');

let running: InProcessApp;
const clients = new Map<string, ApiClient>();

beforeAll(async () => {
  running = await startInProcess();
  for (const role of roles) clients.set(role, await running.signInAs(`user_${role}`, [role]));
});
afterAll(() => running.stop());

function isAllowed(endpoint: DescribedEndpoint, role: string | null): boolean {
  const { access } = endpoint;
  if (access === 'public') return true;
  if (role === null) return false;
  if (access === 'session') return true;
  return (builtInRoles[role] ?? []).some((pair) => permissionKey(pair) === `${access.verb} on ${access.view}`);
}

function toMatrix(endpoints: readonly DescribedEndpoint[]): string {
  const mark = (endpoint: DescribedEndpoint, role: string | null) => (isAllowed(endpoint, role) ? 'yes' : '');
  const rule = ({ access }: DescribedEndpoint) =>
    typeof access === 'string' ? access : `${access.verb} on ${access.view}`;
  const rows = [...endpoints]
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      (endpoint) =>
        `| ${endpoint.method} | \`${endpoint.path}\` | ${rule(endpoint)} | ${roles.map((role) => mark(endpoint, role)).join(' | ')} | ${mark(endpoint, null)} | ${endpoint.isForGuests ? 'yes' : ''} |`,
    );
  return `# Access matrix

Who may call what, by built-in role; a visitor is somebody without sign-in, a guest somebody who comes by the token of an
embedded dashboard. Rules on the object itself (its owners, access to its data) come on top and are the services'. Written by the test \`access-matrix.test.ts\` when \`UPDATE_DOCS=1\`.

| method | path | rule | ${roles.join(' | ')} | visitor | guest |
|---|---|---|${roles.map(() => '---|').join('')}---|---|
${rows.join('\n')}
`;
}

const concrete = (path: string) => path.replace(/:\w+/g, '4711').replace('*', 'x');

describe('the access matrix', () => {
  it('has a rule for every route that the server answers', () => {
    const known = new Set(running.app.endpoints.map(({ method, path }) => `${method} ${path}`));
    // The files of the web application and of the help, which everybody gets.
    const files = ['/*', '/assets/:name', '/help', '/help/*'];
    const isService = ({ method, path }: { method: string; path: string }) =>
      method !== 'HEAD' && method !== 'OPTIONS' && !files.includes(path);
    const routes = running.app.routes.filter(isService);
    expect(routes.filter(({ method, path }) => !known.has(`${method} ${path}`))).toEqual([]);
    expect(known.size).toBeGreaterThan(40);
  });

  it('is written down', () => {
    const matrix = toMatrix(running.app.endpoints);
    if (process.env.UPDATE_DOCS) writeFileSync(matrixFile, matrix);
    expect(readFileSync(matrixFile, 'utf8')).toBe(matrix);
  });

  it('lets no visitor through where a sign-in is asked', async () => {
    const visitor = apiClient(running.url);
    for (const endpoint of running.app.endpoints.filter(({ access }) => access !== 'public')) {
      const answer = await visitor.send(
        endpoint.method,
        concrete(endpoint.path),
        endpoint.method === 'GET' ? {} : { body: {} },
      );
      expect(answer.status, `${endpoint.method} ${endpoint.path}`).toBe(401);
    }
  });

  it('refuses each role what the matrix does not allow, before the call is even read [PRM-003]', async () => {
    for (const role of roles) {
      for (const endpoint of running.app.endpoints.filter((candidate) => !isAllowed(candidate, role))) {
        const answer = await clients
          .get(role)!
          .send(endpoint.method, concrete(endpoint.path), endpoint.method === 'GET' ? {} : { body: {} });
        expect(answer.status, `${role}: ${endpoint.method} ${endpoint.path}`).toBe(403);
      }
    }
  });

  it('lets each role through what one of its pairs allows [PRM-003]', async () => {
    const isByPair = (endpoint: DescribedEndpoint, role: string) =>
      endpoint.method === 'GET' && typeof endpoint.access === 'object' && isAllowed(endpoint, role);
    for (const role of roles) {
      const allowed = running.app.endpoints.filter((endpoint) => isByPair(endpoint, role));
      expect(allowed.length, role).toBeGreaterThan(3);
      for (const endpoint of allowed) {
        const answer = await clients.get(role)!.get(concrete(endpoint.path));
        expect([401, 403], `${role}: ${endpoint.path}`).not.toContain(answer.status);
      }
    }
  });

  it('lets Admin through everywhere, whatever the case of the role’s name [PRM-002, PRM-003]', async () => {
    for (const endpoint of running.app.endpoints.filter(({ method }) => method === 'GET')) {
      const answer = await clients.get('Admin')!.get(concrete(endpoint.path));
      expect([401, 403], `${endpoint.method} ${endpoint.path}`).not.toContain(answer.status);
    }
    const { store, accounts } = running.app.services;
    const { id } = await store.insertInto('roles').values({ name: 'ADMIN' }).returning('id').executeTakeFirstOrThrow();
    const user = await store
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'user_Gamma')
      .executeTakeFirstOrThrow();
    await store.insertInto('user_roles').values({ user_id: user.id, role_id: id }).execute();
    accounts.forget();
    expect((await clients.get('Gamma')!.get('/metrics')).status).toBe(200);
  });
});
