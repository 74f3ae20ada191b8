import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const moment = () => new Promise((resolve) => setTimeout(resolve, 1));

it('works one after the other, however many ask at once, and lets go of those beyond two hundred', async () => {
  const inTurns = createTurns();
  const steps: string[] = [];
  for (let at = 0; at < 250; at += 1)
    inTurns(async () => {
      steps.push(`begin ${at}`);
      await moment();
      steps.push(`end ${at}`);
    });
  await expect.poll(() => steps.length, { timeout: 5000 }).toBe(400);
  expect(steps).toEqual(Array.from({ length: 200 }, (_, at) => [`begin ${at}`, `end ${at}`]).flat());
  inTurns(async () => void steps.push('again'));
  await expect.poll(() => steps.at(-1)).toBe('again');
});
