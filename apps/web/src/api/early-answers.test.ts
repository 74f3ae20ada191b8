import { describe, expect, it } from 'vitest';
import { withEarlyAnswers } from './early-answers.ts';

function open(early: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const answers = new Map(Object.entries(early));
  const send = withEarlyAnswers({
    fetch: async (input) => {
      asked.push(String(input));
      return new Response('asked');
    },
    answers: () => answers,
  });
  const textOf = async (...call: Parameters<typeof fetch>) => (await send(...call)).text();
  return { textOf, asked };
}

describe('answers that the page brought along', () => {
  it('serve the first call that asks the same; the next one is made anew', async () => {
    const { textOf, asked } = open({ '/api/v1/bootstrap': 'early' });
    expect(await textOf('/api/v1/bootstrap', { method: 'GET' })).toBe('early');
    expect(asked).toEqual([]);
    expect(await textOf('/api/v1/bootstrap')).toBe('asked');
  });

  it('serve no other call, and none that writes', async () => {
    const { textOf, asked } = open({ '/api/v1/dashboard/3': 'early' });
    expect(await textOf('/api/v1/dashboard/4')).toBe('asked');
    expect(await textOf('/api/v1/dashboard/3', { method: 'PUT' })).toBe('asked');
    expect(asked).toHaveLength(2);
  });

  it('are forgotten once something was written, as they may be old by then', async () => {
    const { textOf } = open({ '/api/v1/bootstrap': 'early' });
    await textOf('/api/v1/security/sign_in', { method: 'POST' });
    expect(await textOf('/api/v1/bootstrap')).toBe('asked');
  });
});
