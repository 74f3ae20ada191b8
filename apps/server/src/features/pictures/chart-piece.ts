import type { User } from '../../access/index.ts';
import { type Answers, getChartDatasource, planFormRequest, type Question } from '../../answers/index.ts';
import { toExploreDataset } from '../../catalog/index.ts';
import { AppError } from '../../http/index.ts';
import type { PicturedChart, Place } from '../../pictures/index.ts';
import type { Services } from '../../services.ts';

export interface Drawing {
  readonly services: Services;
  readonly answers: Answers;
  readonly user: User;
  readonly signal: AbortSignal;
}

/** A chart to be drawn: its form with its type and dataset, and where it stands. */
export interface WantedChart {
  readonly form: Readonly<Record<string, unknown>>;
  readonly title: string | null;
  readonly place: Place;
}

export interface DrawnPiece {
  readonly piece: PicturedChart;
  /** What decides the picture: the answers' own keys. */
  readonly key: readonly unknown[];
}

const noNames = { verboseNames: {}, columnFormats: {}, currencies: {} };

const questionOf = async ({ services, user, signal }: Drawing, { form }: WantedChart): Promise<Question> => ({
  user,
  signal,
  request: await planFormRequest(services, form, false),
});

/** Whether its rows are at hand, so that drawing asks nothing of a database. */
export async function hasRows(drawing: Drawing, wanted: WantedChart): Promise<boolean> {
  try {
    return await drawing.answers.isCached(await questionOf(drawing, wanted));
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** Asks what the chart asks, as whoever looks; what is refused or fails is said in its place. */
export async function toPiece(drawing: Drawing, wanted: WantedChart): Promise<DrawnPiece> {
  const { title, place, form } = wanted;
  const type = String(form.viz_type);
  const pluginCode = drawing.services.plugins.find(type)?.code ?? null;
  const chart = { kind: 'chart', place, title, pluginCode, form: { ...form, viz_type: type } } as const;
  try {
    const question = await questionOf(drawing, wanted);
    const dataset = toExploreDataset(await getChartDatasource(drawing.services, drawing.user, question.request));
    const given = await drawing.answers.answer(question);
    const [first] = given;
    const { from_dttm: from, to_dttm: to } = first?.facts ?? {};
    return {
      piece: {
        ...chart,
        tables: given.map(({ table }) => table),
        answers: given.map(({ facts }) => facts),
        names: {
          verboseNames: dataset.verbose_map,
          columnFormats: dataset.column_formats,
          currencies: dataset.currency_formats,
        },
        timeBounds: typeof from === 'number' && typeof to === 'number' ? [from, to] : null,
        failure: null,
      },
      key: [form, ...given.map(({ facts }) => [facts.cache_key, facts.cached_dttm, facts.rowcount, facts.chart_layer])],
    };
  } catch (error) {
    drawing.signal.throwIfAborted();
    const failure = error instanceof AppError ? error.message : 'The chart could not be drawn.';
    const nothing = { tables: [], answers: [], names: noNames, timeBounds: null, failure };
    return { piece: { ...chart, ...nothing }, key: [form, failure] };
  }
}
