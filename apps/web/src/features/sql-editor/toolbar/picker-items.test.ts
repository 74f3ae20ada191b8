import { describe, expect, it, vi } from 'vitest';
import { toPickerItems } from './picker-items.ts';

const choice = { shown: 'sea', onChoose: vi.fn() };
const t = (text: string) => text;

describe('what a picker of catalogs or schemas offers', () => {
  it('is their names, the shown one checked', () => {
    const items = toPickerItems({ data: ['lake', 'sea'], error: null, refetch: vi.fn() }, choice, t);
    expect(items).toMatchObject([
      { label: 'lake', isChecked: false },
      { label: 'sea', isChecked: true },
    ]);
  });

  it('tells names whole that a menu cuts', () => {
    const long = 'of_everything_that_was_sold_in_the_northern_region';
    const items = toPickerItems({ data: ['lake', long], error: null, refetch: vi.fn() }, choice, t);
    expect(items.map((item) => ('tooltip' in item ? item.tooltip : null))).toEqual([null, long]);
  });

  it('is the reason and another try where they could not be had, and the names that came before', () => {
    const refetch = vi.fn();
    const failed = { error: new Error('The server takes no connection.'), refetch };
    const [reason, again] = toPickerItems(failed, choice, t);
    expect(reason).toMatchObject({ kind: 'heading', label: 'The server takes no connection.' });
    expect(again).toMatchObject({ label: 'Try again' });
    if (again && 'onSelect' in again) again.onSelect?.();
    expect(refetch).toHaveBeenCalledOnce();
    expect(toPickerItems({ ...failed, data: ['lake'] }, choice, t)).toMatchObject([{ label: 'lake' }]);
  });
});
