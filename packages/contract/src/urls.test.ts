import { expect, it } from 'vitest';
import { urlOf } from './urls.ts';

it('sends objects of the query as Rison and leaves out what is undefined or null', () => {
  const query = { q: { page: 0 }, force: true, none: undefined, nothing: null };
  expect(urlOf({ path: '/api/v1/chart/:id' }, { params: { id: 7 }, query })).toBe(
    '/api/v1/chart/7?q=(page%3A0)&force=true',
  );
});

it('encodes parameters of the path, and leaves a missing one empty', () => {
  const path = '/things/:id/:client_id/';
  expect(urlOf({ path }, { params: { id: 'a/b', client_id: 3 } })).toBe('/things/a%2Fb/3/');
  expect(urlOf({ path })).toBe('/things///');
});
