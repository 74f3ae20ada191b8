import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
beforeAll(async () => {
  world = await startDrillWorld();
});
afterAll(() => world.running.stop());

const names = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** Sent as it stands: a body of JavaScript's own could not hold `__proto__`. */
const sendText = (method: string, path: string, text: string, type = 'application/json') =>
  world.admin.send(method, path, { form: text as never, headers: { 'content-type': type } });

describe('names that every object of JavaScript has', () => {
  it('are taken or refused as fields of every body, and break nothing', async () => {
    for (const { id, method, path, body } of world.running.app.endpoints) {
      if (!body || id.includes('sign_out')) continue;
      const address = path.replace(/:\w+/g, '1');
      for (const name of names)
        for (const value of ['1', 'null', `{"${name}":1}`, `[{"${name}":{}}]`]) {
          const answer = await sendText(method, address, `{"${name}":${value}}`);
          expect([id, name, value, answer.status < 500 ? '' : answer.text]).toEqual([id, name, value, '']);
        }
    }
  }, 60_000);

  it('are taken or refused in JSON that is kept as text, at every depth, and in reading and exporting it', async () => {
    const { admin, openDataset } = world;
    const dashboard = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Names' })).json.id;
    const chart = (
      await admin.post('/api/v1/chart/', {
        slice_name: 'Names',
        viz_type: 'table',
        datasource_id: openDataset,
        datasource_type: 'table',
        dashboards: [dashboard],
      })
    ).json.id;
    const layer = (await admin.post('/api/v1/annotation_layer/', { name: 'Names', descr: '' })).json.id;
    const fields = [
      ['dashboard', dashboard, ['json_metadata', 'position_json']],
      ['chart', chart, ['params', 'query_context']],
      ['dataset', openDataset, ['extra', 'template_params']],
      ['database', world.databaseId, ['extra']],
    ] as const;
    const shapes = (name: string) => [
      ...['1', 'null', '"x"', '[]', '{}', `{"${name}":{"${name}":1}}`].map((value) => `{"${name}":${value}}`),
      `{"native_filter_configuration":[{"${name}":1,"id":"${name}","filterType":"${name}","controlValues":{"${name}":1}}]}`,
      `{"chart_configuration":{"${name}":{"${name}":1}},"label_colors":{"${name}":1},"color_scheme":"${name}"}`,
      `{"metadata_params":{"${name}":1},"viz_type":"${name}","datasource":"${name}"}`,
    ];
    for (const name of names)
      for (const text of shapes(name)) {
        for (const [kind, id, keys] of fields) {
          for (const key of keys) {
            const saved = await admin.put(`/api/v1/${kind}/${id}`, { [key]: text });
            expect([kind, key, text, saved.status < 500 ? '' : saved.text]).toEqual([kind, key, text, '']);
          }
          for (const read of [`/api/v1/${kind}/${id}`, `/api/v1/${kind}/export/?q=!(${id})`]) {
            const answer = await admin.get(read);
            expect([read, text, answer.status]).toEqual([read, text, 200]);
          }
        }
        const calls = [
          admin.get(`/api/v1/explore/?slice_id=${chart}`),
          admin.get(
            `/api/v1/explore/?datasource_id=${openDataset}&datasource_type=table&form_data=${encodeURIComponent(text)}`,
          ),
          admin.get(`/api/v1/dashboard/${dashboard}/charts`),
          admin.post(`/api/v1/dashboard/${dashboard}/copy/`, { dashboard_title: 'Copy', json_metadata: text }),
          admin.post('/api/v1/explore/form_data', {
            datasource_id: openDataset,
            datasource_type: 'table',
            form_data: text,
          }),
          admin.post(`/api/v1/annotation_layer/${layer}/annotation/`, {
            short_descr: text,
            start_dttm: '2026-01-01T00:00:00',
            end_dttm: '2026-01-02T00:00:00',
            json_metadata: text,
          }),
          sendText(
            'POST',
            '/api/v1/chart/data',
            `{"datasource":{"id":${openDataset},"type":"table"},"form_data":${text},"queries":[{"columns":["region"],"metrics":["count"],"extras":${text},"url_params":${text}}]}`,
          ),
        ];
        for (const answer of await Promise.all(calls))
          expect([text, answer.status < 500 ? '' : answer.text]).toEqual([text, '']);
      }
  }, 60_000);

  it('are names of roles and of files like any other', async () => {
    const { admin } = world;
    for (const name of names) {
      const role = await admin.post('/api/v1/security/roles/', { name });
      const set = await admin.post(`/api/v1/security/roles/${role.json.id}/permissions`, {
        permission_view_menu_ids: [],
      });
      expect([name, role.status, set.status]).toEqual([name, 201, 200]);
      expect((await admin.get(`/swagger/files/${name}`)).status).toBe(404);
    }
  });
});

describe('a form that cannot be read', () => {
  it('because it has no boundary or is cut is refused by every call that takes one', async () => {
    const types = ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary="'];
    const cut = '--b\r\ncontent-disposition: form-data; name="formData"; filename="a.zip"\r\n\r\nPK';
    let forms = 0;
    for (const { id, method, path, bodyKind } of world.running.app.endpoints) {
      if (method === 'GET' || method === 'DELETE') continue;
      if (bodyKind === 'multipart') forms += 1;
      const address = path.replace(/:\w+/g, '1');
      for (const type of [...types, 'multipart/form-data; boundary=b', 'multipart/form-data; boundary=c']) {
        const answer = await sendText(method, address, cut, type);
        expect([id, type, answer.status < 500 ? '' : answer.text]).toEqual([id, type, '']);
        if (bodyKind === 'multipart') expect([id, type, answer.status]).toEqual([id, type, 400]);
      }
    }
    expect(forms).toBeGreaterThan(5);
  }, 60_000);
});
