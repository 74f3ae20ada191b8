import { msg } from '@powerset/chart-kit';
import type { User } from '../../access/index.ts';
import { type Answers, getChartDatasource, type Question } from '../../answers/index.ts';
import { readExploreDataset } from '../../catalog/index.ts';
import { AppError } from '../../http/index.ts';
import type { PicturedChart, Place } from '../../pictures/index.ts';
import type { Services } from '../../services.ts';
import { type AskedForm, toRequest } from './chart-question.ts';

export interface Drawing {
  readonly services: Services;
  readonly answers: Answers;
  readonly user: User;
  readonly signal: AbortSignal;
  /** Asks the database, whatever is at hand. */
  readonly isForced?: boolean;
  /** Of the dashboard's address, for templates. */
  readonly urlParams?: Readonly<Record<string, string>>;
}

/** A chart to be drawn: its form with its type and dataset, and where it stands. */
export interface WantedChart extends AskedForm {
  readonly title: string | null;
  readonly place: Place;
}

export interface DrawnPiece {
  readonly piece: PicturedChart;
  /** What decides the picture: the answers' own keys. */
  readonly key: readonly unknown[];
}

const noNames = { verboseNames: {}, columnFormats: {}, currencies: {} };

const questionOf = ({ services, user, signal, isForced, urlParams }: Drawing, wanted: WantedChart): Question => ({
  user,
  signal,
  request: toRequest(services, wanted, isForced),
  ...(urlParams ? { urlParams } : {}),
});

/** Whether its rows are at hand, so that drawing asks nothing of a database. */
export async function hasRows(drawing: Drawing, wanted: WantedChart): Promise<boolean> {
  try {
    return await drawing.answers.isCached(questionOf(drawing, wanted));
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** What a chart is drawn from, once it was asked for as whoever looks. */
type AskedChart = Pick<PicturedChart, 'tables' | 'answers' | 'names' | 'timeBounds'> & {
  readonly key: readonly unknown[];
};

export async function askChart({ services, answers }: Drawing, question: Question, form: unknown): Promise<AskedChart> {
  const dataset = await readExploreDataset(await getChartDatasource(services, question.user, question.request));
  const given = await answers.answer(question);
  const [first] = given;
  const { from_dttm: from, to_dttm: to } = first?.facts ?? {};
  return {
    tables: given.map(({ table }) => table),
    answers: given.map(({ facts }) => facts),
    names: {
      verboseNames: dataset.verbose_map,
      columnFormats: dataset.column_formats,
      currencies: dataset.currency_formats,
    },
    timeBounds: typeof from === 'number' && typeof to === 'number' ? [from, to] : null,
    key: [
      form,
      ...given.map(({ facts: { cache_key, cached_dttm, rowcount, chart_layer, detected_currency } }) => [
        ...[cache_key, cached_dttm, rowcount, chart_layer],
        ...(detected_currency ? [detected_currency] : []),
      ]),
    ],
  };
}

/** Asks what the chart asks, as whoever looks; what is refused or fails is said in its place. */
export async function toPiece(drawing: Drawing, wanted: WantedChart): Promise<DrawnPiece> {
  const { title, place, form } = wanted;
  const type = String(form.viz_type);
  const isPlugin = drawing.services.plugins.find(type) !== undefined;
  const chart = { kind: 'chart', place, title, isPlugin, form: { ...form, viz_type: type } } as const;
  try {
    const { key, ...asked } = await askChart(drawing, questionOf(drawing, wanted), form);
    return { piece: { ...chart, ...asked, failure: null }, key: [isPlugin, ...key] };
  } catch (error) {
    drawing.signal.throwIfAborted();
    const failure = error instanceof AppError ? error.message : msg('This chart could not be drawn');
    const nothing = { tables: [], answers: [], names: noNames, timeBounds: null, failure };
    return { piece: { ...chart, ...nothing }, key: [form, failure] };
  }
}
