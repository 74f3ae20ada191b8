import { describe, expect, it } from 'vitest';
import { wordsOfColumn } from './result-columns.ts';

describe('the columns of results', () => {
  const form = { viz_type: 'table', table_calculations: { revenue: { type: 'share', of: 'position' } } };
  const given = { form, verboseNames: { revenue: 'Revenue', channel: 'Channel' } };

  it('are called as the chart calls them, also where they are calculated or of an earlier period', () => {
    const nameOf = (name: string) => wordsOfColumn(name, given).name;
    expect(nameOf('channel')).toBe('Channel');
    expect(nameOf('revenue (share of category)')).toBe('Revenue (share of category)');
    expect(nameOf('revenue (share of category)__1 year ago')).toBe('Revenue (share of category), 1 year ago');
    expect(nameOf('revenue__1 year ago')).toBe('Revenue, 1 year ago');
    expect(nameOf('other__column')).toBe('other__column');
    const compared = { ...given, form: { ...form, time_compare: '1 year ago' } };
    // The year of the period is none of the column's.
    expect(wordsOfColumn('Own name__1 year ago', compared)).toMatchObject({
      name: 'Own name, 1 year ago',
      measured: 'Own name',
    });
    const translate = (text: string) => ({ 'share of category': 'Anteil an der Kategorie' })[text] ?? text;
    expect(wordsOfColumn('revenue (share of category)', { ...given, translate }).name).toBe(
      'Revenue (Anteil an der Kategorie)',
    );
  });

  it('say whether they hold shares', () => {
    expect(wordsOfColumn('revenue (share of category)', given).isShare).toBe(true);
    expect(wordsOfColumn('revenue', given).isShare).toBe(false);
    const running = { ...given, form: { ...form, table_calculations: { revenue: { type: 'running_total' } } } };
    expect(wordsOfColumn('revenue (running total)', running).isShare).toBe(false);
  });
});
