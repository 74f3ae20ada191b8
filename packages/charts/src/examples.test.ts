import { darkChartTheme, lightChartTheme } from '@powerset/chart-kit';
import * as echarts from 'echarts';
import { describe, expect, it } from 'vitest';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { chartExamples } from './examples.ts';
import { drawModel, toModelContext } from './shared/draw-chart.ts';

const examples = chartDefinitions.flatMap((definition) =>
  (chartExamples[definition.key] ?? []).map(
    (example) => [`${definition.key}: ${example.name}`, definition, example] as const,
  ),
);

function drawnOption(options: unknown): echarts.EChartsCoreOption | undefined {
  return typeof options === 'object' && options !== null && 'option' in options
    ? (options.option as echarts.EChartsCoreOption)
    : undefined;
}

/** ECharts itself, without a browser. */
function toSvg(option: echarts.EChartsCoreOption, width: number, height: number): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

describe('examples', () => {
  it.each(examples)('%s is drawn in both themes and three sizes', (_, definition, example) => {
    for (const theme of [lightChartTheme, darkChartTheme]) {
      for (const [width, height] of [
        [620, 240],
        [240, 110],
        [60, 30],
      ] as const) {
        const context = toModelContext(definition, { ...example, typeOf: findChartDefinition }, theme);
        const model = definition.toModel(example.results, context);
        const options = drawModel(definition, model, { context, space: { theme, width, height } });
        const option = drawnOption(options);
        if (option) expect(toSvg(option, width, height)).toContain('<svg');
        else expect(options).toBeDefined();
      }
    }
  });

  it.each(examples)('%s asks for queries and draws nothing from no rows', (_, definition, example) => {
    const context = toModelContext(definition, { ...example, results: [] }, lightChartTheme);
    expect(definition.toQueries(context.form).length).toBeGreaterThan(0);
    const model = definition.toModel([], context);
    expect(definition.isEmpty?.(model)).toBe(true);
    expect(() =>
      drawModel(definition, model, { context, space: { theme: lightChartTheme, width: 300, height: 200 } }),
    ).not.toThrow();
  });

  it('never let a name of the data become markup', () => {
    const [, definition, example] = examples.find(([name]) => name.includes('script'))!;
    const context = toModelContext(definition, example, lightChartTheme);
    const model = definition.toModel(example.results, context);
    const option = drawnOption(
      drawModel(definition, model, { context, space: { theme: lightChartTheme, width: 620, height: 240 } }),
    );
    const tooltip = Object(option?.tooltip) as { formatter: (hits: unknown) => string };
    const html = tooltip.formatter([
      { seriesId: 'series:0', dataIndex: 3 },
      { seriesId: 'series:1', dataIndex: 3 },
    ]);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
    expect(toSvg(option ?? {}, 620, 240)).not.toContain('<img');
  });
});
