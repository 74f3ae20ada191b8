import { type ChartForm, lightChartTheme, tableFromRows, toList } from '@powerset/chart-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { chart as total } from '../big-number-total/index.ts';
import { chart as pie } from '../pie/index.ts';
import { type PanelDrawing, PanelGrid, type PanelGridProps } from './PanelGrid.tsx';

const rows = [
  { channel: 'Web', kind: 'New', revenue: 5 },
  { channel: 'Store', kind: 'New', revenue: 90 },
  { channel: 'Store', kind: 'Old', revenue: 10 },
  { channel: 'Web', kind: 'Old', revenue: 40 },
];

function draw(form: ChartForm, given: Partial<PanelGridProps> = {}): string {
  return renderToStaticMarkup(
    <PanelGrid
      form={form}
      read={{ metrics: [], groups: ['kind'] }}
      results={[tableFromRows(rows)]}
      theme={lightChartTheme}
      colorOf={(label) => (label === 'New' ? '#0000aa' : '#00aa00')}
      width={900}
      height={400}
      title="Revenue"
      draw={({ form: { show_labels: hasLabels }, results, title, height }) =>
        `[${title}: ${results[0]?.rowCount}${hasLabels === false ? ', unlabelled' : ''}${height < 60 ? ', low' : ''}]`
      }
      {...given}
    />,
  );
}

describe('panels of charts without axes', () => {
  it('ask for a pie of each value, each with as many slices as one has', () => {
    const form = { viz_type: 'pie', groupby: ['kind'], metric: 'revenue', row_limit: 8, panel_by: 'channel' };
    expect(pie.toQueries(form)).toMatchObject([{ columns: ['channel', 'kind'], row_limit: 800 }]);
    expect(pie.toQueries({ ...form, panel_by: null })[0]).toMatchObject({ columns: ['kind'], row_limit: 8 });
  });

  it('ask for a figure of each value, the largest first, and no more than are drawn', () => {
    const form = { viz_type: 'big_number_total', metric: 'revenue', panel_by: 'channel', time_compare: '1 year ago' };
    expect(total.toQueries(form)).toMatchObject([
      { columns: ['channel'], orderby: [['revenue', false]], row_limit: 101, time_offsets: ['1 year ago'] },
    ]);
    expect(total.toQueries({ ...form, panel_by: null })).toMatchObject([{ columns: [], orderby: [], row_limit: null }]);
  });

  it('stand largest first, with one legend of the slices in the colours of all', () => {
    const markup = draw({ viz_type: 'pie', groupby: ['kind'], metric: 'revenue', panel_by: 'channel' });
    expect(markup.indexOf('[Revenue, Store: 2, unlabelled]')).toBeGreaterThan(0);
    expect(markup.indexOf('[Revenue, Web: 2, unlabelled]')).toBeGreaterThan(
      markup.indexOf('[Revenue, Store: 2, unlabelled]'),
    );
    expect(markup).toContain('--color:#0000aa"></i>New');
    expect(markup).toContain('--color:#00aa00"></i>Old');
  });

  it('have no legend where one figure stands in each, are 24, and tell how many more there are', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      channel: `Shop ${index}`,
      revenue: index + 1,
      'revenue__1 year ago': 1,
    }));
    const form = { viz_type: 'big_number_total', metric: 'revenue', panel_by: 'channel' };
    const markup = draw(form, { read: { metrics: [], groups: [] }, results: [tableFromRows(many)] });
    expect(markup).not.toContain('<ul');
    expect(markup.match(/\[Revenue, Shop/g)).toHaveLength(24);
    expect(markup).toMatch(/<button[^>]*>and 16 more/);
    const phone = draw(form, { read: { metrics: [], groups: [] }, results: [tableFromRows(many)], width: 340 });
    expect(phone).toContain('repeat(1, 332px)');
    expect(phone).toContain('[Revenue, Shop 39: 1, low]');
  });
});

describe('notes on panels', () => {
  const noteOf = (text: string, panel?: string) => ({ text, at: 1, ...(panel ? { panel } : {}) });
  const chart_notes = [noteOf('Web alone', 'Web'), noteOf('All'), noteOf('Store alone', 'Store')];
  const calls: unknown[] = [];
  const record =
    (name: string) =>
    (...given: readonly unknown[]) =>
      calls.push([name, ...given]);
  const noting = {
    isAdding: false,
    onPlace: record('place'),
    onOpen: record('open'),
    onMove: record('move'),
    onRemove: record('remove'),
    onStop: () => undefined,
  };
  const drawnPanels = (given: Partial<PanelGridProps> = {}) => {
    const panels: PanelDrawing[] = [];
    const form = { viz_type: 'pie', groupby: ['kind'], metric: 'revenue', panel_by: 'channel', chart_notes };
    draw(form, { noting, draw: (panel) => String(panels.push(panel)), ...given });
    return new Map(panels.map((panel) => [panel.title, panel]));
  };
  const wordsIn = (panel: PanelDrawing | undefined) =>
    toList(panel?.form.chart_notes).map((note) => (note as { readonly text: string }).text);

  it('stand in their own panel, and those of none in all', () => {
    const panels = drawnPanels();
    expect(wordsIn(panels.get('Revenue, Web'))).toEqual(['Web alone', 'All']);
    expect(wordsIn(panels.get('Revenue, Store'))).toEqual(['All', 'Store alone']);
  });

  it('are about the panel in which somebody points, and are found in the list of all', () => {
    const store = drawnPanels().get('Revenue, Store')?.noting;
    const [at, place] = [
      { clientX: 1, clientY: 2 },
      { kind: 'note', at: 5, end: null, series: null, panel: null } as const,
    ];
    calls.length = 0;
    store?.onPlace(place, at);
    store?.onPlace({ kind: 'value', value: 7 }, at);
    store?.onOpen({ kind: 'note', index: 1 }, at);
    store?.onMove({ kind: 'note', index: 0 }, place);
    store?.onRemove({ kind: 'line', name: 'Target' });
    expect(calls).toEqual([
      ['place', { ...place, panel: 'Store' }, at],
      ['place', { kind: 'value', value: 7 }, at],
      ['open', { kind: 'note', index: 2 }, at],
      ['move', { kind: 'note', index: 1 }, place],
      ['remove', { kind: 'line', name: 'Target' }],
    ]);
    expect(drawnPanels({ noting: undefined }).get('Revenue, Web')?.noting).toBeUndefined();
  });
});
