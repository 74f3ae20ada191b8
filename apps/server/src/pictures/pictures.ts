import { createHash } from 'node:crypto';
import { createMemoryCache } from '../cache/index.ts';
import type { Row } from '../metadata/index.ts';
import { createThreads, type ThreadsOptions } from '../threads/index.ts';
import type { Traces } from '../traces/index.ts';
import type { DrawnPicture, PictureTask } from './picture-task.ts';

/** A picture to be drawn, and for whom. */
export interface PictureRequest extends Omit<PictureTask, 'kind'> {
  /** What decides the picture; the same key, theme and size is drawn once. */
  readonly key: string;
  readonly fairnessKey: string;
}

export interface Pictures {
  /** Throws `ThreadLimitError` where drawing takes too much. */
  draw(request: PictureRequest, signal: AbortSignal): Promise<DrawnPicture>;
  close(): Promise<void>;
}

/** A page of dozens of charts takes two seconds. */
const deadlineMs = 20_000;
const mostKeptBytes = 48 * 1024 * 1024;
const keptSeconds = 24 * 3600;

interface PicturesOptions extends ThreadsOptions {
  readonly now: () => Date;
  readonly traces: Pick<Traces, 'span'>;
}

export function createPictures(options: PicturesOptions): Pictures {
  const threads = createThreads(options);
  const kept = createMemoryCache<DrawnPicture>({ maxBytes: mostKeptBytes, now: options.now });
  return {
    draw: async ({ key, fairnessKey, ...task }, signal) => {
      const { format, theme, width, height, scale, locale, hasSummaries } = task;
      const name = JSON.stringify([key, format, theme, width, height, scale, locale, hasSummaries]);
      const known = kept.get(name)?.value;
      if (known) return known;
      const draw = () => threads.run<DrawnPicture>({ ...task, kind: 'picture' }, { deadlineMs, signal, fairnessKey });
      const attributes = { 'powerset.picture.format': format, 'powerset.picture.width': width };
      const drawn = await options.traces.span({ name: 'draw picture', attributes }, draw);
      kept.set(name, { value: drawn, bytes: drawn.bytes.length, lifetimeSeconds: keptSeconds });
      return drawn;
    },
    close: threads.close,
  };
}

type Stamped = Pick<Row<'charts'>, 'id' | 'uuid' | 'changed_on'>;

export const chartDigest = ({ id, uuid, changed_on }: Stamped): string => pictureDigest('chart', id, uuid, changed_on);

export const dashboardDigest = ({ id, uuid, changed_on }: Stamped): string =>
  pictureDigest('dashboard', id, uuid, changed_on);

/** What a picture's address carries, so that a changed object has another address: 32 hexadecimal digits. */
export function pictureDigest(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
