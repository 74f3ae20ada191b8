import { once } from 'node:events';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AppError } from '../http/index.ts';
import { drawSmallPicture, type SmallChart } from './small-picture.ts';

const refuse = () => Promise.reject(new Error('nothing is drawn'));
const wanted = {
  pictures: { draw: refuse, close: async () => undefined },
  look: { theme: 'light', locale: 'en' },
  userId: 1,
  now: new Date(0),
  log: pino({ level: 'silent' }),
} as const;
const nothing = { image: null, summary: null };
const untilAborted = async (signal: AbortSignal): Promise<SmallChart> => {
  await once(signal, 'abort');
  throw signal.reason;
};
const rows: SmallChart = {
  form: { viz_type: 'pie' },
  ...{ tables: [], answers: [], timeBounds: null, isPlugin: false, key: [] },
  names: { verboseNames: {}, columnFormats: {}, currencies: {} },
};

it('is none of a query that takes longer than a small picture is worth', async () => {
  const drawn = await drawSmallPicture({ ...wanted, ask: untilAborted, queryMs: 1 }, new AbortController().signal);
  expect(drawn).toEqual({ state: 'slow', ...nothing });
});

it('is none of a query or a drawing that fails', async () => {
  const { signal } = new AbortController();
  const failing = () => Promise.reject(new AppError('DATASET_NOT_FOUND_ERROR'));
  expect(await drawSmallPicture({ ...wanted, ask: failing }, signal)).toEqual({ state: 'failed', ...nothing });
  const drawn = await drawSmallPicture({ ...wanted, ask: async () => rows }, signal);
  expect(drawn).toEqual({ state: 'failed', ...nothing });
});

it('ends when nobody waits for it any more', async () => {
  const controller = new AbortController();
  const drawing = drawSmallPicture({ ...wanted, ask: untilAborted }, controller.signal);
  controller.abort(new Error('gone'));
  await expect(drawing).rejects.toThrow('gone');
});
