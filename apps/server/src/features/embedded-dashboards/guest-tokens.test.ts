import { type ApiClient, apiClient } from '@powerset/testkit';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingWorld, guestSecret, startEmbedding } from './embedding-fixture.ts';

let world: EmbeddingWorld;
let now = new Date('2026-03-01T12:00:00Z');
const tokenPath = '/api/v1/security/guest_token/';

beforeAll(async () => {
  world = await startEmbedding({ now: () => now });
});
afterAll(() => world.running.stop());

const claims = (more: object = {}): JWTPayload => ({
  user: { username: 'guest' },
  resources: [{ type: 'dashboard', id: world.uuid }],
  rls_rules: [],
  type: 'guest',
  aud: 'powerset',
  exp: now.getTime() / 1000 + 60,
  ...more,
});
const sign = (payload: JWTPayload, secret = guestSecret) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
const look = (token: string) => world.by(token).get(`/api/v1/dashboard/${world.dashboardId}`);

describe('a guest token', () => {
  it('is made for whoever may grant it, and lasts as long as the settings say', async () => {
    const token = await world.tokenOf();
    const [, payload = ''] = token.split('.');
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(said).toMatchObject({ aud: 'powerset', type: 'guest', rls_rules: [], exp: said.iat + 300 });
    expect((await look(token)).status).toBe(200);
    const before = now;
    now = new Date(before.getTime() + 299_000);
    expect((await look(token)).status).toBe(200);
    now = new Date(before.getTime() + 300_000);
    const late = await look(token);
    expect([late.status, late.text]).toEqual([401, expect.stringContaining('The guest token has ended.')]);
  });

  it('may be made elsewhere with the same key', async () => {
    expect((await look(await sign(claims()))).status).toBe(200);
    const ruled = await sign(claims({ rls_rules: [{ dataset: String(world.ids.dataset), clause: "region = 'EU'" }] }));
    const answer = await world.by(ruled).post('/api/v1/chart/data', world.payload());
    expect(answer.json.result[0].data).toEqual([{ region: 'EU', total: 20 }]);
  });

  it('is refused when it is not ours, has ended, is for others, or is not understood', async () => {
    const [head = '', , signature = ''] = (await sign(claims())).split('.');
    const other = Buffer.from(JSON.stringify(claims({ resources: [] }))).toString('base64url');
    const bearer = world.admin.headers.authorization?.replace('Bearer ', '') ?? '';
    const refused: Record<string, string> = {
      'no token': 'x',
      'of another key': await sign(claims(), 'another secret that is long enough to sign with'),
      'without a signature': new UnsecuredJWT(claims()).encode(),
      'with a signature of another text': `${head}.${other}.${signature}`,
      'that has ended': await sign(claims({ exp: now.getTime() / 1000 - 1 })),
      'that never ends': await sign(claims({ exp: undefined })),
      'for another audience': await sign(claims({ aud: 'another' })),
      'for no audience': await sign(claims({ aud: undefined })),
      'of another kind': await sign(claims({ type: 'access' })),
      'that opens nothing': await sign(claims({ resources: [] })),
      'of a resource that is none': await sign(claims({ resources: [{ type: 'chart', id: world.uuid }] })),
      'with rules that are none': await sign(claims({ rls_rules: "region = 'EU'" })),
      'without rules': await sign(claims({ rls_rules: undefined })),
      'with a rule without a condition': await sign(claims({ rls_rules: [{ dataset: 1 }] })),
      'with a rule of no dataset': await sign(claims({ rls_rules: [{ dataset: 'pay', clause: '1 = 1' }] })),
      'of a person': bearer,
    };
    for (const [what, token] of Object.entries(refused)) {
      const answer = await look(token);
      expect([what, answer.status, answer.text]).toEqual([what, 401, expect.stringContaining('guest token')]);
      expect((await world.by(token).get('/api/v1/bootstrap')).status, what).toBe(401);
    }
  });

  it('is of no use as a bearer token', async () => {
    const client = apiClient(world.running.url, { authorization: `Bearer ${await world.tokenOf()}` });
    expect((await client.get('/api/v1/me/')).status).toBe(401);
  });

  it('opens nothing once the dashboard is embedded no more, nor when it is embedded anew', async () => {
    const id = await world.makeDashboard('For a while');
    const settings = `/api/v1/dashboard/${id}/embedded`;
    const { uuid } = (await world.admin.post(settings, { allowed_domains: [] })).json.result;
    const guest = await world.guest({ resources: [{ type: 'dashboard', id: uuid }] });
    expect((await guest.get(`/api/v1/dashboard/${id}`)).status).toBe(200);
    await world.admin.delete(settings);
    expect((await guest.get(`/api/v1/dashboard/${id}`)).status).toBe(404);
    await world.admin.post(settings, { allowed_domains: [] });
    expect((await guest.get(`/api/v1/dashboard/${id}`)).status).toBe(404);
  });

  it('is not made for dashboards that are not embedded, of bodies that are wrong, or by who may not', async () => {
    const resources = [{ type: 'dashboard', id: world.uuid }];
    const wrong = {
      'no dashboard of this name': { resources: [{ type: 'dashboard', id: crypto.randomUUID() }], rls: [] },
      'nothing to open': { resources: [], rls: [] },
      'a chart': { resources: [{ type: 'chart', id: world.uuid }], rls: [] },
      'no rules': { resources },
      'an empty rule': { resources, rls: [{ clause: '  ' }] },
      'something else': { resources, rls: [], admin: true },
    };
    for (const [what, body] of Object.entries(wrong))
      expect([what, (await world.admin.post(tokenPath, body)).status]).toEqual([what, 400]);
    const post = async (client: ApiClient) => (await client.post(tokenPath, { resources, rls: [] })).status;
    expect(await post(await world.running.signInAs('alpha', ['Alpha']))).toBe(403);
    expect(await post(apiClient(world.running.url))).toBe(401);
  });
});
