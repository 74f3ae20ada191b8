import { expect, it } from 'vitest';
import type { BenchRow } from './bench-case.ts';
import { ms } from './figures.ts';
import { type CaseResult, curvesOf, type Growth, growthOf, toGrowthSection, toSections } from './results.ts';

const row = (what: string, figure: number): BenchRow => ({
  what,
  figure,
  show: ms,
  measured: ms(figure),
  spread: 'none',
  bar: '100 ms',
  isWithin: figure <= 100,
});
const result = (title: string, stage: string, rows: readonly BenchRow[]): CaseResult => ({
  title,
  stage,
  rows,
  error: null,
});
const stages = ['at 1x', 'at 10x', 'at 100x'];
const growth: Growth = {
  title: 'Growth with rows',
  stages,
  results: [
    result('Lists', 'at 1x', [row('first page', 20), row('search', 4)]),
    result('Start', 'at 1x', [row('first page', 500)]),
    { title: 'Lists', stage: 'at 10x', rows: [], error: 'no answer' },
    result('Start', 'at 10x', [row('first page', 500)]),
    result('Lists', 'at 100x', [row('first page', 50), row('search', 400)]),
  ],
};

it('draws one curve for each line of each case, with a gap where nothing was measured', () => {
  expect(curvesOf(growth).map(({ what, figures }) => ({ what, figures }))).toEqual([
    { what: 'first page', figures: [20, null, 50] },
    { what: 'search', figures: [4, null, 400] },
    { what: 'first page', figures: [500, 500, null] },
  ]);
});

it('compares the last figure with the first, where both are there', () => {
  expect(curvesOf(growth).map(growthOf)).toEqual(['2.50x', '100.00x', '']);
});

it('prints the curves with what could not be measured', () => {
  expect(toGrowthSection(growth).split('\n')).toEqual([
    '## Growth with rows',
    '',
    'Could not be measured, Lists, at 10x: no answer',
    '',
    '| what | at 1x | at 10x | at 100x | last against first |',
    '| --- | --- | --- | --- | --- |',
    '| first page | 20 ms |  | 50 ms | 2.50x |',
    '| search | 4.0 ms |  | 400 ms | 100.00x |',
    '| first page | 500 ms | 500 ms |  |  |',
    '',
  ]);
});

it('prints a table for each case, its lines from stage to stage', () => {
  const [lists = '', start = ''] = toSections(growth.results).split('\n\n## ');
  expect(lists.split('\n').slice(-4)).toEqual([
    '| first page, at 1x | 20 ms | none | 100 ms | within |',
    '| search, at 1x | 4.0 ms | none | 100 ms | within |',
    '| first page, at 100x | 50 ms | none | 100 ms | within |',
    '| search, at 100x | 400 ms | none | 100 ms | OVER |',
  ]);
  expect(start).toContain('| first page, at 10x | 500 ms | none | 100 ms | OVER |');
});
