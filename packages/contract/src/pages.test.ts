import { describe, expect, it } from 'vitest';
import { firstQuestionsOf, pages, patternOfPath, readPageAddress } from './pages.ts';

describe('what a page asks first', () => {
  it.each([
    ['/', []],
    ['/superset/welcome/', []],
    ['/superset/dashboard/list/', []],
    ['/superset/dashboard/new/', []],
    ['/superset/dashboard/p/abc/', []],
    ['/superset/dashboard/7/', ['7', '7/charts', '7/datasets']],
    ['/superset/dashboard/7', ['7', '7/charts', '7/datasets']],
    ['/superset/dashboard/sales%20%22x/', ['sales%20%22x', 'sales%20%22x/charts', 'sales%20%22x/datasets']],
    ['/superset/dashboard/%zz/', ['%25zz', '%25zz/charts', '%25zz/datasets']],
  ])('%s', (path, ofDashboard) => {
    expect(firstQuestionsOf(path)).toEqual([
      '/api/v1/bootstrap',
      ...ofDashboard.map((rest) => `/api/v1/dashboard/${rest}`),
    ]);
  });
});

describe('what a page for guests asks first', () => {
  it('is nothing: whoever is signed in in the same browser is not its guest', () => {
    expect(firstQuestionsOf('/embedded/6f1c0a52-6a5e-4c5b-9a5a-0a8f1f9f2f10')).toEqual([]);
  });
});

describe('the address of a page', () => {
  it('gives its parameters by name, with or without the last slash', () => {
    expect(readPageAddress(pages.dashboard, '/superset/dashboard/sales%20%22x')).toEqual({ id: 'sales "x' });
    expect(readPageAddress(pages.sqlEditor, '/sqllab/')).toEqual({});
  });

  it.each(['/superset/dashboard/new/', '/superset/dashboard/7/more', '/x/superset/dashboard/7', '/explore/p/1/'])(
    'is not %s',
    (address) => {
      expect(Object.values(pages).some((page) => readPageAddress(page, address))).toBe(false);
    },
  );

  it('is matched letter by letter', () => {
    const pattern = new RegExp(patternOfPath('/a.b/:name/'));
    expect(pattern.test('/a.b/c+d')).toBe(true);
    expect(pattern.test('/aXb/c')).toBe(false);
  });
});
