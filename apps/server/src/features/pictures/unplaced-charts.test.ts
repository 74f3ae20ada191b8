import { describe, expect, it } from 'vitest';
import { layOut } from './dashboard-layout.ts';
import { withUnplacedCharts } from './unplaced-charts.ts';

const chart = (id: number, type = 'pie') => ({ id, slice_name: `Chart ${id}`, viz_type: type });
const idsOf = (position: Parameters<typeof withUnplacedCharts>[0], charts: Parameters<typeof withUnplacedCharts>[1]) =>
  layOut(withUnplacedCharts(position, charts), 1200).charts.map(({ chartId }) => chartId);

describe('charts of a dashboard that stand nowhere in its layout', () => {
  it('are drawn in rows of three, also where there is no layout at all', () => {
    const charts = [1, 2, 3, 4].map((id) => chart(id));
    const { charts: drawn } = layOut(withUnplacedCharts({}, charts), 1200);
    expect(drawn.map(({ chartId, name }) => [chartId, name])).toEqual(
      charts.map(({ id, slice_name: name }) => [id, name]),
    );
    expect(new Set(drawn.slice(0, 3).map(({ place }) => place.y)).size).toBe(1);
    expect(drawn[3]?.place.y).toBeGreaterThan(drawn[0]?.place.y ?? 0);
  });

  it('follow those that have their place, in the first tab of several, and none stands twice', () => {
    const position = {
      ROOT_ID: { type: 'ROOT', children: ['TABS-a'] },
      'TABS-a': { type: 'TABS', children: ['TAB-a', 'TAB-b'] },
      'TAB-a': { type: 'TAB', meta: { text: 'First' }, children: ['CHART-1'] },
      'TAB-b': { type: 'TAB', meta: { text: 'Second' }, children: [] },
      'CHART-1': { type: 'CHART', meta: { chartId: 1 }, children: [] },
    };
    expect(idsOf(position, [chart(1), chart(2)])).toEqual([1, 2]);
    expect(withUnplacedCharts(position, [chart(1)])).toBe(position);
  });

  it('are no filter boxes, of which the page makes filters', () => {
    expect(idsOf({}, [chart(1, 'filter_box'), chart(2)])).toEqual([2]);
  });
});
