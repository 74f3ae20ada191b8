import { describe, expect, it } from 'vitest';
import { optionOf, previewQueries, showAsOptions, shownOf, toPreview, withShownAs } from './show-as.ts';

const values = (place: Parameters<typeof showAsOptions>[0]) => showAsOptions(place).map(({ value }) => value);
const along = { hasAxis: true, hasSeries: true, hasRows: true };
const alone = { hasAxis: false, hasSeries: false, hasRows: false };

describe('what a metric may be shown as', () => {
  it('is what says something in its place: one figure has a change and nothing else', () => {
    expect(values(alone)).toEqual(['', 'difference', 'percent_difference']);
    expect(shownOf('difference', null, alone)).toEqual({ type: 'difference', offset: '1 year ago' });
    expect(values({ ...along, hasSeries: false })).not.toContain('share:series');
    expect(values(along)).toEqual(expect.arrayContaining(['share:series', 'rank:position', 'moving_average']));
  });

  it('is read back as the option that made it', () => {
    for (const option of values(along)) expect(optionOf(shownOf(option, null, along))).toBe(option);
    expect(shownOf('moving_average', null, along)).toEqual({ type: 'moving_average', periods: 3 });
  });

  it('goes with its metric: renamed it stays, removed it is forgotten', () => {
    const form = { viz_type: 'x', table_calculations: { a: { type: 'rank' }, b: { type: 'share' } } };
    expect(withShownAs(form, ['a'], null)).toEqual({ a: { type: 'rank' } });
    expect(withShownAs(form, [], null)).toBeUndefined();
    expect(withShownAs(form, ['a', 'c'], { metric: 'c', shown: { type: 'running_total' } })).toEqual({
      a: { type: 'rank' },
      c: { type: 'running_total' },
    });
    expect(withShownAs(form, ['a'], { metric: 'a', shown: null })).toBeUndefined();
  });

  it('is previewed on the same rows as they are and as they would be', () => {
    const axis = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS' as const };
    const shown = { type: 'share', of: 'series' } as const;
    const [plain, calculated] = previewQueries({ columns: [axis, 'shop'], metrics: ['a', 'b'] }, 'a', shown);
    expect(plain).toMatchObject({
      metrics: ['a'],
      orderby: [
        ['shop', true],
        ['at', true],
      ],
    });
    expect(calculated?.table_calculations).toEqual([{ metric: 'a', ...shown }]);
    const table = (name: string, cells: readonly (number | null)[]) => ({
      columns: [
        { name: 'shop', type: 'string' as const, nativeType: '', values: ['x', 'y'] },
        { name, type: 'number' as const, nativeType: '', values: cells },
      ],
      rowCount: 2,
    });
    const answers = [table('a', [30, null]), table('a (share of series)', [0.25, null])];
    expect(toPreview(answers, { metric: 'a', shown, grain: null })).toEqual([
      { label: 'x', value: '30', shown: expect.stringMatching(/^25.?%$/) },
      { label: 'y', value: '–', shown: '–' },
    ]);
    const write = (value: number | null) => `€${value}`;
    const running = { type: 'running_total' } as const;
    const totals = [table('a', [30, 10]), table('a (running total)', [30, 40])];
    expect(toPreview(totals, { metric: 'a', shown: running, grain: null, write })).toMatchObject([
      { value: '€30', shown: '€30' },
      { value: '€10', shown: '€40' },
    ]);
    expect(toPreview(answers, { metric: 'a', shown, grain: null, write })[0]).toMatchObject({
      value: '€30',
      shown: expect.stringMatching(/^25.?%$/),
    });
  });
});
