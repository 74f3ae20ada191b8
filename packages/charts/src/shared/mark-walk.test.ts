import { BarChart, LineChart, PieChart, SankeyChart, TreemapChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { describe, expect, it } from 'vitest';
import { type MarkPlace, middleOf, nearestMark, paramsOf, type Step, stepFrom } from './mark-walk.ts';

function draw(option: Parameters<EChartsType['setOption']>[0]): EChartsType {
  use([BarChart, LineChart, PieChart, SankeyChart, TreemapChart, GridComponent, TooltipComponent, SVGRenderer]);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 });
  chart.setOption({ animation: false, ...option });
  return chart;
}

/** The names of the marks to which keys lead, one after the other. */
function walk(chart: EChartsType, steps: readonly Step[]): readonly string[] {
  let at: MarkPlace | null = null;
  return steps.map((step) => {
    at = stepFrom(chart, at, step) ?? at;
    const params = at && paramsOf(chart, at);
    return params ? `${params.name} ${String(params.value)}`.trim() : '';
  });
}

const grid = { grid: { left: 0, right: 0, top: 0, bottom: 0 } };

describe('keys from mark to mark', () => {
  it('go along a series past what has no value, and from one series to the other at the same place', () => {
    const chart = draw({
      ...grid,
      xAxis: { type: 'category', data: ['a', 'b', 'c'] },
      yAxis: {},
      series: [
        { type: 'line', showSymbol: false, data: [1, null, 3] },
        { type: 'line', showSymbol: false, data: [4, 5, 6] },
      ],
    });
    expect(walk(chart, ['next', 'next', 'next', 'below', 'previous', 'below', 'first', 'last'])).toEqual([
      'a 1',
      'c 3',
      'c 3',
      'c 6',
      'b 5',
      'c 3',
      'a 1',
      'c 3',
    ]);
  });

  it('go down bars that lie, whichever of them is first', () => {
    const chart = draw({
      ...grid,
      xAxis: {},
      yAxis: { type: 'category', data: ['lowest', 'middle', 'top'] },
      series: [{ type: 'bar', data: [1, 2, 3] }],
    });
    expect(walk(chart, ['below', 'below', 'below', 'above', 'last'])).toEqual([
      'top 3',
      'middle 2',
      'lowest 1',
      'middle 2',
      'lowest 1',
    ]);
  });

  it('go round a pie, through the parts of a tree without its root, and from nodes to links', () => {
    const pie = draw({
      series: [
        {
          type: 'pie',
          data: [
            { name: 'a', value: 1 },
            { name: 'b', value: 2 },
          ],
        },
      ],
    });
    expect(walk(pie, ['next', 'below', 'previous'])).toEqual(['a 1', 'b 2', 'a 1']);
    const tree = draw({
      series: [{ type: 'treemap', data: [{ name: 'a', value: 3, children: [{ name: 'b', value: 3 }] }] }],
    });
    expect(walk(tree, ['next', 'next'])).toEqual(['a 3', 'b 3']);
    const links = draw({
      series: [
        { type: 'sankey', data: [{ name: 'x' }, { name: 'y' }], links: [{ source: 'x', target: 'y', value: 7 }] },
      ],
    });
    expect(walk(links, ['next', 'below']).at(-1)).toMatch(/7$/);
  });

  it('find the mark near a point, also of a line without symbols', () => {
    const chart = draw({
      ...grid,
      xAxis: { type: 'category', boundaryGap: false, data: ['a', 'b', 'c'], show: false },
      yAxis: { min: 0, max: 3, show: false },
      series: [{ type: 'line', showSymbol: false, data: [0, 3, 0] }],
    });
    const place = nearestMark(chart, { x: 210, y: 8 }, 24);
    expect(place).toMatchObject({ seriesIndex: 0, index: 1 });
    expect(middleOf(chart, place!)).toEqual({ x: 200, y: 0 });
    expect(nearestMark(chart, { x: 210, y: 200 }, 24)).toBeNull();
  });

  it('lead nowhere where nothing is drawn', () => {
    expect(stepFrom(draw({ series: [{ type: 'pie', data: [] }] }), null, 'next')).toBeNull();
  });
});

it('has no marks to walk to before it is drawn for the first time', () => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 200, height: 100 });
  expect(stepFrom(chart, null, 'next')).toBeNull();
  expect(nearestMark(chart, { x: 10, y: 10 }, 24)).toBeNull();
  chart.dispose();
});
