import {
  addFormatLocale,
  type ChartDefinition,
  type ChartExample,
  type FormatLocale,
  germanFormats,
  lightChartTheme,
} from '@powerset/chart-kit';
import * as echarts from 'echarts';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { View as Grid } from './ag-grid-table/View.tsx';
import { View as Trend } from './big-number/View.tsx';
import { View as Figure } from './big-number-total/View.tsx';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { chartExamples } from './examples.ts';
import { View as Page } from './handlebars/View.tsx';
import { View as Ttest } from './paired-ttest/View.tsx';
import { View as Pivot } from './pivot-table-v2/View.tsx';
import { View as Compared } from './pop-kpi/View.tsx';
import { drawModel, toModelContext } from './shared/draw-chart.ts';
import type { MapLayer, MapOptions } from './shared/maps/map-picture.ts';
import { View as Table } from './table/View.tsx';
import { View as TimeTable } from './time-table/View.tsx';

type View = ComponentType<never>;
const views: Readonly<Record<string, View>> = {
  'ag-grid-table': Grid as View,
  big_number: Trend as View,
  big_number_total: Figure as View,
  handlebars: Page as View,
  paired_ttest: Ttest as View,
  pivot_table_v2: Pivot as View,
  pop_kpi: Compared as View,
  table: Table as View,
  time_table: TimeTable as View,
};

/** A language that nobody speaks: what is written otherwise does not know the reader's. */
const strange: FormatLocale = {
  numbers: { ...germanFormats.numbers, decimal: '¤', thousands: '§' },
  times: {
    ...germanFormats.times,
    months: Array.from({ length: 12 }, () => 'Mensis') as unknown as FormatLocale['times']['months'],
    shortMonths: Array.from({ length: 12 }, () => 'Mns') as unknown as FormatLocale['times']['shortMonths'],
  },
};
addFormatLocale('strange', strange);

interface Drawing {
  readonly option?: Readonly<Record<string, unknown>>;
  readonly plot?: { readonly series: readonly { readonly id: string }[] };
  readonly statement?: (() => string) | string;
}

const size = { width: 620, height: 300 };

function svgTexts(option: NonNullable<Drawing['option']>): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption({ ...option, animation: false });
    return [...chart.renderToSVGString().matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text).join('\n');
  } finally {
    chart.dispose();
  }
}

function tipsOf(layer: MapLayer) {
  if (layer.kind === 'screen') return [layer.tip(1234.5, [0])];
  return layer.count > 0 ? [layer.tip(0)] : [];
}

/** What a map tells in its legend and of its first marks. */
function mapTexts({ picture }: MapOptions): readonly string[] {
  const { legend } = picture;
  const told = picture.layers.flatMap((layer) => {
    const labels = layer.kind === 'points' ? (layer.labels ?? []) : [];
    const tips = tipsOf(layer);
    return [...labels, ...tips.flatMap(({ title = '', rows }) => [title, ...rows.map(({ value }) => value)])];
  });
  const entries = legend?.kind === 'entries' ? legend.entries.map(({ label }) => label) : [];
  return [...told, legend?.title ?? '', ...entries];
}

/** Every text that a chart shows or says, with the tooltip of its first marks. */
function textsOf(
  definition: ChartDefinition,
  { form, results, answers }: Pick<ChartExample, 'form' | 'results' | 'answers'>,
): string {
  const timeBounds = [Date.UTC(2024, 0, 1), Date.UTC(2027, 0, 1)] as const;
  const more = { timeBounds, locale: 'strange', typeOf: findChartDefinition, ...(answers ? { answers } : {}) };
  const input = { form: { show_value: true, ...form }, results, ...more };
  const context = toModelContext(definition, input, lightChartTheme);
  const model = definition.toModel(results, context);
  const space = { theme: lightChartTheme, ...size };
  const options = drawModel(definition, model, { context, space }) as Drawing;
  const said = typeof options.statement === 'function' ? options.statement() : (options.statement ?? '');
  if (options.option) {
    const tooltip = options.option.tooltip as { readonly formatter: (hits: unknown) => string };
    const hits = options.plot?.series.map(({ id }) => ({ seriesId: id, dataIndex: 0 })) ?? { dataIndex: 0 };
    const hint = tooltip.formatter(hits).replaceAll(/<[^>]*>/g, '\n');
    return [svgTexts(options.option), hint, said].join('\n');
  }
  if ('picture' in options) return [...mapTexts(options as unknown as MapOptions), said].join('\n');
  const props = { ...space, definition, form: definition.readForm(context.form), model, options, selectedLabels: [] };
  const markup = renderToStaticMarkup(createElement(views[definition.key] as ComponentType<object>, props));
  const spoken = [...markup.matchAll(/(?:aria-label|title)="([^"]*)"/g)].map(([, text]) => text);
  return [markup.replaceAll(/<[^>]*>/g, '\n'), ...spoken, said].join('\n');
}

const examples = chartDefinitions.flatMap((definition) =>
  (chartExamples[definition.key] ?? []).map(
    (example) => [`${definition.key}: ${example.name}`, definition, example] as const,
  ),
);

describe('charts in the language of their reader', () => {
  it.each(examples)('%s writes its numbers and months as the reader does', (_, definition, example) => {
    const texts = textsOf(definition, example).split('\n');
    expect(texts.filter((text) => /\d\.\d|\d,\d{3}/.test(text))).toEqual([]);
    expect(texts.filter((text) => /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d/.test(text))).toEqual(
      [],
    );
    expect(texts.filter((text) => /\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/.test(text))).toEqual([]);
  });

  it.each(chartDefinitions.map((definition) => [definition.key, definition] as const))(
    'the decimal sign of the reader stands in a %s',
    (key, definition) => {
      const shown = (chartExamples[key] ?? []).map((example) => textsOf(definition, example)).join('\n');
      expect(shown).toMatch(/\d¤\d/);
    },
  );

  it('names the month of a figure that is a time', () => {
    const definition = chartDefinitions.find(({ key }) => key === 'big_number_total')!;
    const results = [
      {
        columns: [{ name: 'latest', type: 'temporal', nativeType: 'TIMESTAMP', values: [Date.UTC(2026, 4, 3)] }],
        rowCount: 1,
      } as const,
    ];
    expect(textsOf(definition, { form: { viz_type: 'big_number_total', metric: 'latest' }, results })).toContain(
      '3 Mns 2026',
    );
  });
});
