import { expect, it } from 'vitest';
import { parseRison } from './rison.ts';
import { urlOf } from './urls.ts';

it('sends objects of the query as Rison and leaves out what is undefined or null [API-081]', () => {
  const query = { q: { page: 0 }, force: true, none: undefined, nothing: null };
  expect(urlOf({ path: '/api/v1/chart/:id' }, { params: { id: 7 }, query })).toBe(
    '/api/v1/chart/7?q=(page%3A0)&force=true',
  );
  const filters = [{ col: 'name', opr: 'ct', value: "it's 5 & 6" }];
  const address = urlOf({ path: '/api/v1/chart/' }, { query: { q: { filters, page: 1 } } });
  expect(parseRison(new URL(address, 'http://here').searchParams.get('q') ?? '')).toEqual({ filters, page: 1 });
});

it('encodes parameters of the path, and leaves a missing one empty', () => {
  const path = '/things/:id/:client_id/';
  expect(urlOf({ path }, { params: { id: 'a/b', client_id: 3 } })).toBe('/things/a%2Fb/3/');
  expect(urlOf({ path })).toBe('/things///');
});
