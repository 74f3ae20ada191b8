import type { WireSmallPicture } from '@powerset/contract';
import type { Logger } from 'pino';
import { EngineError } from '../engines/index.ts';
import { AppError } from '../http/index.ts';
import type { PicturedChart } from './picture-task.ts';
import { type Pictures, pictureDigest } from './pictures.ts';

/** A chart with its rows. */
export interface SmallChart
  extends Pick<PicturedChart, 'form' | 'tables' | 'answers' | 'names' | 'timeBounds' | 'isPlugin'> {
  /** What decides the picture besides: the answers' own keys. */
  readonly key: readonly unknown[];
}

interface Wanted {
  readonly pictures: Pictures;
  /** Asks for the rows, until the signal says that they take too long. */
  readonly ask: (signal: AbortSignal) => Promise<SmallChart>;
  readonly look: { readonly theme: 'light' | 'dark'; readonly locale: string };
  readonly userId: number;
  readonly now: Date;
  readonly log: Logger;
  /** How long its rows are waited for. */
  readonly queryMs?: number;
}

/** In px: small enough to be drawn in a moment, large enough that its letters are read. */
const size = { width: 288, height: 180, scale: 2 } as const;
const padPx = 8;
/** What somebody did not ask for is not worth more of a database's time. */
const mostQueryMs = 4000;

const none = (state: Exclude<WireSmallPicture['state'], 'drawn'>): WireSmallPicture => ({
  ...{ state, image: null, summary: null },
});

/**
 * A picture of a chart that nobody has asked for yet, with what it says. Where a query fails or takes too long there is none,
 * and its state says so: nothing of it is an error of whoever is shown the picture.
 */
export async function drawSmallPicture(wanted: Wanted, signal: AbortSignal): Promise<WireSmallPicture> {
  const deadline = AbortSignal.timeout(wanted.queryMs ?? mostQueryMs);
  let chart: SmallChart;
  try {
    chart = await wanted.ask(AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted) return none('slow');
    if (error instanceof AppError || error instanceof EngineError) return none('failed');
    throw error;
  }
  try {
    return await draw(wanted, chart, signal);
  } catch (error) {
    signal.throwIfAborted();
    wanted.log.warn({ err: error, chartType: chart.form.viz_type }, 'a small picture could not be drawn');
    return none('failed');
  }
}

async function draw(
  { pictures, look, userId, now }: Wanted,
  { key, ...chart }: SmallChart,
  signal: AbortSignal,
): Promise<WireSmallPicture> {
  const place = { x: padPx, y: padPx, width: size.width - 2 * padPx, height: size.height - 2 * padPx };
  const { bytes, charts } = await pictures.draw(
    {
      ...{ ...size, ...look, key: pictureDigest('small', ...key), fairnessKey: String(userId), now: now.getTime() },
      ...{ format: 'png', hasCards: false, title: '', hasSummaries: true },
      // A legend would take the room of what it names.
      pieces: [
        { ...chart, form: { ...chart.form, show_legend: false }, kind: 'chart', place, title: null, failure: null },
      ],
    },
    signal,
  );
  const [drawn] = charts;
  if (!drawn?.isDrawn) return none('empty');
  const image = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  const { summary } = drawn;
  return {
    state: 'drawn',
    image,
    summary: summary && {
      text: summary.text,
      words: summary.words.map(({ text, values }) => ({ text, values: { ...values } })),
    },
  };
}
