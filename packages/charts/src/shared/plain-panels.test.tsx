import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { chart as total } from '../big-number-total/index.ts';
import { chart as pie } from '../pie/index.ts';
import { PanelGrid, type PanelGridProps } from './PanelGrid.tsx';

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
