/** For the tests of chart types: a form and its rows to what is drawn of them, without a browser. */
import {
  type AnswerFacts,
  type ChartDefinition,
  type ChartForm,
  type DrawContext,
  lightChartTheme,
} from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import * as echarts from 'echarts';
import type { EChartOptions } from './shared/base-options.ts';
import { toModelContext } from './shared/draw-chart.ts';

export interface TestDrawing<Model, Options> {
  readonly model: Model;
  readonly options: Options;
  readonly context: DrawContext;
  /** What the line under the picture says, in English with its gaps. */
  readonly undrawn: string | undefined;
}

/** What a drawing may be told besides form and rows. */
export interface TestSpace extends Partial<Omit<DrawContext, 'form' | 'answers'>> {
  readonly answers?: readonly AnswerFacts[];
}

export function drawForTest<Model, Options>(
  definition: ChartDefinition<Model, Options>,
  given: { readonly form: Readonly<Record<string, unknown>>; readonly results: readonly ResultTable[] },
  space: TestSpace = {},
): TestDrawing<Model, Options> {
  const form: ChartForm = { ...given.form, viz_type: definition.key };
  const context: DrawContext = {
    ...toModelContext(definition, { form, results: given.results }, lightChartTheme),
    ...{ theme: lightChartTheme, width: 600, height: 320, locale: 'en', selectedLabels: [] },
    ...space,
  };
  const model = definition.toModel(given.results, context);
  return {
    model,
    options: definition.toOptions(model, context),
    context,
    undrawn: definition.undrawnOf?.(model, context.form)?.title.text,
  };
}

/** The texts of a drawing in the order in which they are drawn. */
export function textsOfDrawing({ option }: EChartOptions, size = { width: 600, height: 320 }): readonly string[] {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption({ ...option, animation: false });
    return [...chart.renderToSVGString().matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
  } finally {
    chart.dispose();
  }
}

/** What the tooltip says of a hit, as HTML. */
export function tooltipOfHit({ option }: EChartOptions, hit: unknown): string {
  // Every chart of marks has one formatter for its tooltips.
  const { formatter } = option.tooltip as { readonly formatter: (hit: unknown) => string };
  return formatter(hit);
}
