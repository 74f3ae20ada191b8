import { describe, expect, it } from 'vitest';
import { columnsThatFit } from './columns-that-fit.ts';

const columns = [
  { key: 'name' },
  { key: 'type', width: 170, isSecondary: true },
  { key: 'dataset', width: 160, isSecondary: true },
  { key: 'owner', width: 100, isSecondary: true },
  { key: 'changed', width: 120 },
];
const shown = (width: number) => columnsThatFit(columns, width).map(({ key }) => key);

describe('columns of a list', () => {
  it('are all shown where the name keeps room beside them', () => {
    expect(shown(930)).toEqual(['name', 'type', 'dataset', 'owner', 'changed']);
  });

  it('give way from the last of the secondary ones, never the name', () => {
    expect(shown(929)).toEqual(['name', 'type', 'dataset', 'changed']);
    expect(shown(829)).toEqual(['name', 'type', 'changed']);
    expect(shown(300)).toEqual(['name', 'changed']);
  });
});
