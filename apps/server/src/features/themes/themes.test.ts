import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

let running: InProcessApp;
let alpha: ApiClient;
let gamma: ApiClient;
const path = '/api/v1/theme/';
const blue = JSON.stringify({ token: { colorPrimary: '#1b77b6' }, algorithm: 'default' });

beforeAll(async () => {
  running = await startInProcess();
  alpha = await running.signInAs('alpha', ['Alpha']);
  gamma = await running.signInAs('gamma', ['Gamma']);
});
afterAll(() => running.stop());

async function newTheme(theme_name: string, json_data = blue): Promise<number> {
  const created = await running.admin.post(path, { theme_name, json_data });
  expect(created.status, created.text).toBe(201);
  return created.json.id;
}

const bootstrapOf = async (client: ApiClient) => (await client.get('/api/v1/bootstrap')).json;

describe('themes', () => {
  it('are created, read, changed and deleted', async () => {
    const body = { theme_name: 'Blue', json_data: blue };
    const created = await alpha.post(path, body);
    expect([created.status, created.json.result]).toEqual([201, body]);
    const { id } = created.json;
    expect((await gamma.get(`${path}${id}`)).json.result).toMatchObject({
      ...body,
      ...{ id, is_system: false, is_system_default: false, is_system_dark: false },
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_by: { first_name: expect.any(String) },
      changed_on_delta_humanized: 'now',
    });
    expect((await alpha.put(`${path}${id}`, { theme_name: 'Bluer' })).json).toEqual({
      id,
      result: { theme_name: 'Bluer' },
    });
    expect((await alpha.get(`${path}${id}?q=(columns:!(theme_name,json_data))`)).json.result).toEqual({
      theme_name: 'Bluer',
      json_data: blue,
    });
    expect((await alpha.delete(`${path}${id}`)).json).toEqual({ message: 'Deleted 1 theme' });
    for (const answer of [
      await alpha.get(`${path}${id}`),
      await alpha.put(`${path}${id}`, { theme_name: 'x' }),
      await alpha.delete(`${path}${id}`),
    ])
      expect(answer.status).toBe(404);
  });

  it('are found by name and by what stands in them, page by page, and deleted together or not at all', async () => {
    const ids = [await newTheme('Dense'), await newTheme('Wide', '{"token":{"colorError":"#c00"}}')];
    const list = async (q: string) => (await gamma.get(`${path}?q=${encodeURIComponent(q)}`)).json;
    const first = await list('(page_size:1)');
    expect([first.count, first.result[0].theme_name, first.order_columns]).toEqual([2, 'Dense', ['theme_name']]);
    const found = await list('(filters:!((col:theme_name,opr:theme_all_text,value:colorError)))');
    expect(found.result).toMatchObject([{ theme_name: 'Wide' }]);
    expect((await gamma.get(`${path}?q=(order_column:json_data,order_direction:asc)`)).status).toBe(400);
    expect((await gamma.get(`${path}related/changed_by`)).json.result.length).toBeGreaterThan(0);
    expect((await gamma.get(`${path}related/nothing`)).status).toBe(404);
    expect((await alpha.delete(`${path}?q=!(${ids[0]},999999)`)).status).toBe(404);
    expect((await list('()')).count).toBe(2);
    expect((await alpha.delete(`${path}?q=!(${ids})`)).json.message).toBe('Deleted 2 themes');
    expect((await alpha.delete(`${path}?q=abc`)).status).toBe(400);
  });

  it.each([
    ['no JSON', 'x{', 'Invalid JSON'],
    ['a list', '[1]', 'JSON object'],
    ['nothing', 'null', 'JSON object'],
    ['tokens that are none', '{"token":7}', 'token'],
    ['components that are none', '{"components":[]}', 'components'],
    ['an unknown algorithm', '{"algorithm":["dark","pink"]}', 'algorithm'],
    ['too much', `{"token":{"x":"${'x'.repeat(100_001)}"}}`, ''],
  ])('refuse %s, naming the field, and leave what was there', async (_what, json_data, words) => {
    const id = await newTheme('Kept');
    for (const answer of [
      await alpha.post(path, { theme_name: 'Bad', json_data }),
      await alpha.put(`${path}${id}`, { json_data }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json.message.json_data.join()).toContain(words);
    }
    expect((await alpha.get(`${path}${id}`)).json.result.json_data).toBe(blue);
    await running.admin.delete(`${path}${id}`);
  });

  it('are read by everyone who may read them and written by those who may write them', async () => {
    const id = await newTheme('Ladder');
    for (const url of [path, `${path}${id}`, `${path}_info`, `${path}related/created_by`]) {
      expect((await gamma.get(url)).status).toBe(200);
      expect((await fetch(running.url + url)).status).toBe(401);
    }
    expect((await gamma.post(path, { theme_name: 'no', json_data: '{}' })).status).toBe(403);
    expect((await gamma.put(`${path}${id}`, { theme_name: 'no' })).status).toBe(403);
    expect((await gamma.delete(`${path}${id}`)).status).toBe(403);
    expect((await gamma.delete(`${path}?q=!(${id})`)).status).toBe(403);
    expect((await alpha.post(path, { json_data: '{}' })).json.message).toHaveProperty('theme_name');
    expect((await alpha.post(path, { theme_name: 'x', json_data: '{}', nope: 1 })).json.message).toHaveProperty('nope');
    await running.admin.delete(`${path}${id}`);
  });
});

describe('the look of the product', () => {
  it('is one theme, chosen and taken back by administrators, and told to every page', async () => {
    const [one, two] = [await newTheme('One'), await newTheme('Two', '{"algorithm":"dark"}')];
    expect(await bootstrapOf(gamma)).not.toHaveProperty('theme');
    const set = await running.admin.put(`${path}${one}/set_system_default`, {});
    expect(set.json).toEqual({ id: one, result: 'Theme successfully set as system default' });
    await running.admin.put(`${path}${two}/set_system_dark`, {});
    const visitor = await bootstrapOf(apiClient(running.url));
    expect(visitor.theme).toEqual({ default: JSON.parse(blue), dark: { algorithm: 'dark' } });
    await running.admin.put(`${path}${two}/set_system_default`, {});
    expect((await gamma.get(`${path}${one}`)).json.result.is_system_default).toBe(false);
    expect((await bootstrapOf(gamma)).theme.default).toEqual({ algorithm: 'dark' });
    expect((await running.admin.delete(`${path}unset_system_dark`)).json).toEqual({
      result: 'System dark theme cleared',
    });
    expect((await bootstrapOf(gamma)).theme.dark).toBeNull();
    expect((await running.admin.delete(`${path}unset_system_default`)).status).toBe(200);
    expect(await bootstrapOf(gamma)).not.toHaveProperty('theme');
  });

  it('is nobody else’s to choose, change or delete, and is not deleted while it is in force', async () => {
    const id = await newTheme('Ours');
    for (const name of ['default', 'dark']) {
      expect((await alpha.put(`${path}${id}/set_system_${name}`, {})).status).toBe(403);
      expect((await gamma.put(`${path}${id}/set_system_${name}`, {})).status).toBe(403);
      expect((await alpha.delete(`${path}unset_system_${name}`)).status).toBe(403);
      expect((await running.admin.put(`${path}999999/set_system_${name}`, {})).status).toBe(404);
    }
    await running.admin.put(`${path}${id}/set_system_default`, {});
    expect((await alpha.put(`${path}${id}`, { theme_name: 'Mine' })).status).toBe(403);
    const refused = await running.admin.delete(`${path}${id}`);
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining('Ours')]);
    await running.admin.delete(`${path}unset_system_default`);
    expect((await running.admin.delete(`${path}${id}`)).status).toBe(200);
  });
});

describe('a dashboard', () => {
  it('names a theme, tells it, gives it to its copies, and loses it with the theme alone', async () => {
    const id = await newTheme('Of a dashboard');
    const created = await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Themed', theme_id: id });
    expect(created.status, created.text).toBe(201);
    const own = `/api/v1/dashboard/${created.json.id}`;
    const themeOf = async (url = own) => (await alpha.get(url)).json.result.theme;
    expect(await themeOf()).toEqual({ id, theme_name: 'Of a dashboard', json_data: blue });
    const themed = await alpha.get(`/api/v1/dashboard/?q=(filters:!((col:theme,opr:rel_o_m,value:${id})))`);
    expect(themed.json.ids).toEqual([created.json.id]);
    await alpha.put(own, { dashboard_title: 'Still themed' });
    const copy = await alpha.post(`${own}/copy/`, { dashboard_title: 'Copy', json_metadata: '{"positions":{}}' });
    expect((await themeOf(`/api/v1/dashboard/${copy.json.result.id}`)).id).toBe(id);
    const unknown = await alpha.put(own, { theme_id: 999_999 });
    expect([unknown.status, unknown.json.message]).toEqual([422, { theme_id: ['Theme does not exist'] }]);
    await alpha.put(own, { theme_id: null });
    expect(await themeOf()).toBeNull();
    await alpha.put(own, { theme_id: id });
    expect((await alpha.delete(`${path}${id}`)).status).toBe(200);
    expect(await themeOf()).toBeNull();
  });
});

describe('a file of themes', () => {
  const upload = (client: ApiClient, content: string | Uint8Array<ArrayBuffer>, field = 'file') => {
    const form = new FormData();
    form.append(field, new Blob([content]), 'whatever.bin');
    return client.send('POST', `${path}files/`, { form });
  };
  const logo = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  it('is kept once under a name of its own, and shown to everybody as a picture that runs nothing', async () => {
    const first = await upload(alpha, logo);
    expect(first.status, first.text).toBe(201);
    const { url, media_type: mediaType } = first.json.result;
    expect([mediaType, url]).toEqual([
      'image/svg+xml',
      expect.stringMatching(/^\/api\/v1\/theme\/files\/\w{32}\.svg$/),
    ]);
    expect((await upload(alpha, logo)).json.result.url).toBe(url);
    const shown = await fetch(running.url + url);
    expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([200, 'image/svg+xml', logo]);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(`${running.url}${path}files/no.svg`)).status).toBe(404);
  });

  it('is a picture or a font of bearable length, from those who may write themes', async () => {
    expect((await upload(alpha, '<html><svg></svg></html>')).json.message).toHaveProperty('file');
    expect((await upload(alpha, 'wOF2 font')).json.result.media_type).toBe('font/woff2');
    expect((await upload(alpha, 'RIFF1234WAVE')).status).toBe(422);
    expect((await upload(alpha, 'RIFF1234WEBP')).json.result.media_type).toBe('image/webp');
    expect((await upload(alpha, new Uint8Array(1_000_001))).status).toBe(413);
    expect((await upload(alpha, logo, 'other')).status).toBe(400);
    expect((await upload(gamma, logo)).status).toBe(403);
    expect((await alpha.post(`${path}files/`, {})).status).toBe(400);
  });
});

describe('what themes may cost', () => {
  it('is bounded: there are two hundred at most, and as many files', async () => {
    const { store } = running.app.services;
    const stamp = new Date().toISOString();
    const made = { created_on: stamp, changed_on: stamp };
    const rows = Array.from({ length: 200 }, (_, at) => ({
      ...{ uuid: `filler-${at}`, theme_name: `Filler ${at}`, json_data: '{}' },
      ...made,
    }));
    await store.insertInto('themes').values(rows).execute();
    const refused = await alpha.post(path, { theme_name: 'One more', json_data: '{}' });
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining('200 themes')]);
    await store.deleteFrom('themes').where('uuid', 'like', 'filler-%').execute();

    const files = (day: string) =>
      Array.from({ length: 200 }, (_, at) => ({
        ...{ name: `filler${at}.png`, media_type: 'image/png', content: '', created_on: day },
      }));
    const upload = () => {
      const form = new FormData();
      form.append('file', new Blob(['GIF89a and more']), 'x.gif');
      return alpha.send('POST', `${path}files/`, { form });
    };
    await store.deleteFrom('theme_files').execute();
    await store.insertInto('theme_files').values(files(stamp)).execute();
    const full = await upload();
    expect([full.status, full.json.message]).toEqual([422, expect.stringContaining('200 files')]);
    await store.updateTable('theme_files').set({ created_on: '2020-01-01T00:00:00.000Z' }).execute();
    const used = await newTheme('Uses one', '{"token":{"brandLogoUrl":"/api/v1/theme/files/filler7.png"}}');
    expect((await upload()).status).toBe(201);
    const left = await store.selectFrom('theme_files').select('name').execute();
    expect(left.map(({ name }) => name).filter((name) => name.startsWith('filler'))).toEqual(['filler7.png']);
    await running.admin.delete(`${path}${used}`);
  });

  it('stays bearable where a document names one large file a thousand times', async () => {
    const form = new FormData();
    form.append('file', new Blob(['GIF89a', new Uint8Array(900_000)]), 'large.gif');
    const { url } = (await alpha.send('POST', `${path}files/`, { form })).json.result;
    const names = Array.from({ length: 1000 }, (_, at) => [`brand${at}`, url]);
    const id = await newTheme('Bomb', JSON.stringify({ token: Object.fromEntries(names) }));
    const answer = await running.admin.get(`${path}export/?q=!(${id})`);
    expect(answer.status).toBe(200);
    const bytes = Object.values(unzipSync(answer.bytes)).reduce((sum, file) => sum + file.length, 0);
    expect(bytes).toBeLessThan(25_000_000);
    await running.admin.delete(`${path}${id}`);
  });
});

describe('a bundle', () => {
  const packed = async (client: ApiClient, url: string) => {
    const answer = await client.get(url);
    expect(answer.status, answer.text).toBe(200);
    return answer.bytes;
  };
  const send = (client: ApiClient, kind: string, bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}) => {
    const form = new FormData();
    form.append('formData', new Blob([new Uint8Array(bytes)]), 'bundle.zip');
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return client.send('POST', `/api/v1/${kind}/import/`, { form });
  };
  const filesOf = (bytes: Uint8Array) =>
    Object.entries(unzipSync(bytes)).map(([name, text]) => ({
      file: name.slice(name.indexOf('/') + 1),
      value: parse(strFromU8(text)),
    }));
  const picture = `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(300)}</svg>`;

  it('holds themes with their files inside, and brings them back as they were', async () => {
    const form = new FormData();
    form.append('file', new Blob([picture]), 'logo.svg');
    const { url } = (await alpha.send('POST', `${path}files/`, { form })).json.result;
    const id = await newTheme('Packed', JSON.stringify({ token: { brandLogoUrl: url } }));
    const bytes = await packed(running.admin, `${path}export/?q=!(${id})`);
    const [file] = filesOf(bytes).filter((one) => one.file.startsWith('themes/'));
    expect(file?.file).toBe(`themes/Packed_${id}.yaml`);
    expect(file?.value).toMatchObject({ theme_name: 'Packed', version: '1.0.0' });
    expect(file?.value.json_data.token.brandLogoUrl).toMatch(/^data:image\/svg\+xml;base64,/);
    expect((await send(running.admin, 'theme', bytes)).json.message).toContain('already exists');
    await running.admin.put(`${path}${id}`, { theme_name: 'Renamed', json_data: '{}' });
    expect((await send(alpha, 'theme', bytes, { overwrite: 'true' })).status).toBe(200);
    const back = (await alpha.get(`${path}${id}`)).json.result;
    expect([back.theme_name, JSON.parse(back.json_data)]).toEqual(['Packed', { token: { brandLogoUrl: url } }]);
    await running.admin.put(`${path}${id}/set_system_default`, {});
    expect((await send(alpha, 'theme', bytes, { overwrite: 'true' })).status).toBe(403);
    expect((await send(gamma, 'theme', bytes)).status).toBe(403);
    await running.admin.delete(`${path}unset_system_default`);
    expect((await running.admin.get(`${path}export/?q=!(999999)`)).status).toBe(404);
  });

  it('holds the themes of its dashboards, which find them again; who may not write themes takes dashboards without', async () => {
    const id = await newTheme('Of two');
    const made = await running.admin.post('/api/v1/dashboard/', { dashboard_title: 'Packed', theme_id: id });
    const dashboard = `/api/v1/dashboard/${made.json.id}`;
    const bytes = await packed(running.admin, `/api/v1/dashboard/export/?q=!(${made.json.id})`);
    const { uuid } = (await running.admin.get(`${path}${id}`)).json.result;
    const [written] = filesOf(bytes).filter((one) => one.file.startsWith('dashboards/'));
    expect(written?.value.theme_uuid).toBe(uuid);
    await running.admin.put(dashboard, { theme_id: null });
    expect((await send(running.admin, 'dashboard', bytes, { overwrite: 'true' })).json).toEqual({ message: 'OK' });
    expect((await running.admin.get(dashboard)).json.result.theme.id).toBe(id);
    await running.admin.delete(`${path}${id}`);
    await running.admin.delete(dashboard);
    const without = await send(gamma, 'dashboard', bytes);
    expect([without.status, without.json.warnings?.join()]).toEqual([
      200,
      expect.stringContaining('Themes may not be written'),
    ]);
    expect((await send(running.admin, 'assets', new Uint8Array())).status).toBe(400);
  });

  it('with a theme that is none is refused whole, naming the file', async () => {
    const document = {
      theme_name: 'Bad',
      json_data: { token: 7 },
      uuid: '00000000-0000-4000-8000-0000000000aa',
      version: '1.0.0',
    };
    const bytes = zipSync({
      'x/metadata.yaml': strToU8(stringify({ version: '1.0.0', type: 'Theme' })),
      'x/themes/bad.yaml': strToU8(stringify(document)),
    });
    const answer = await send(running.admin, 'theme', bytes);
    expect([answer.status, answer.json.message]).toEqual([422, expect.stringContaining('themes/bad.yaml: json_data')]);
  });
});
