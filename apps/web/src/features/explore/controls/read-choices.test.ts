import { describe, expect, it } from 'vitest';
import { createClient } from '../../../api/client.ts';
import { readChoices } from './read-choices.ts';

/** A client whose server is a function: the only thing that is not real here. */
function serve(body: unknown) {
  const asked: string[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${String(url)}`);
      return Response.json(body);
    },
  });
  return { client, asked };
}

describe('choices of an endpoint', () => {
  it('are asked for by GET and read from its result, or in a way of their own [API-080]', async () => {
    const { client, asked } = serve({ result: [{ value: 2, text: 'two' }], more: ['own'] });
    expect(await readChoices(client, { endpoint: { method: 'GET', path: '/api/v1/things/' } })).toEqual([
      { value: 2, label: 'two' },
    ]);
    expect(asked).toEqual(['GET /api/v1/things/']);
    const toChoices = (answer: unknown) => [{ value: 1, label: Object.keys(Object(answer)).join() }];
    expect(await readChoices(client, { endpoint: { method: 'GET', path: '/x' }, toChoices })).toEqual([
      { value: 1, label: 'result,more' },
    ]);
  });
});
