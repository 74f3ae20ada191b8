import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { cutOff } from './cut-off.ts';

it('what is put in the place of an answer is not taken back by one that was asked before', async () => {
  const client = new QueryClient();
  const queryKey = ['stars'];
  let answer: (value: string) => void = () => undefined;
  const asked = client
    .fetchQuery({ queryKey, queryFn: () => new Promise<string>((resolve) => (answer = resolve)) })
    .catch(() => undefined);
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const askAgain = cutOff(client, queryKey);
  client.setQueryData(queryKey, 'put');
  answer('asked before');
  await asked;
  expect(client.getQueryData(queryKey)).toBe('put');
  askAgain?.();
  expect(invalidate).toHaveBeenCalledWith({ queryKey, exact: true });
  expect(cutOff(client, queryKey)).toBeNull();
});
