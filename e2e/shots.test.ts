import { describe, expect, test } from 'vitest';
import { screens } from './screens.ts';
import { chainsOf, shotsOf } from './shots.ts';

const namesOf = (shots: readonly { readonly name: string }[]) => shots.map(({ name }) => name);

describe('which pictures are taken', () => {
  test('a screen has one for each theme and size, and one that is for desks alone none for phones', () => {
    const home = { name: 'home', path: '/' };
    expect(namesOf(shotsOf([home, { name: 'plan', path: '/', only: 'desktop' }]))).toEqual([
      'home-light',
      'home-dark',
      'home-light-phone',
      'home-dark-phone',
      'plan-light',
      'plan-dark',
    ]);
  });

  test('words choose by the name of the picture, so that a single one can be taken again', () => {
    expect(namesOf(shotsOf(screens, ['sql-editor-preview-dark-phone']))).toEqual(['sql-editor-preview-dark-phone']);
    expect(namesOf(shotsOf(screens, ['set-up', 'menu-dark-phone']))).toEqual([
      'set-up-light',
      'set-up-dark',
      'set-up-light-phone',
      'set-up-dark-phone',
      'dashboard-menu-dark-phone',
      'menu-dark-phone',
      'account-menu-dark-phone',
    ]);
  });
});

describe('which are taken side by side', () => {
  const chains = chainsOf(shotsOf(screens)).map(namesOf);
  const chainWith = (name: string) => chains.find((chain) => chain.includes(name)) ?? [];

  test('each picture is in one chain', () => {
    expect(chains.flat().sort()).toEqual(namesOf(shotsOf(screens)).sort());
  });

  test('what shows or changes the same tabs, runs and names goes one after another, what is only read does not', () => {
    const work = chainWith('sql-editor-light');
    for (const name of ['home-light', 'query-history-dark', 'saved-queries-light', 'sql-editor-versions-dark-phone'])
      expect(work).toContain(name);
    expect(work.indexOf('home-light')).toBeLessThan(work.indexOf('sql-editor-light'));
    expect(chainWith('dashboard-conflict-light')).toContain('sql-editor-conflict-dark');
    expect(chainWith('dashboard-conflict-light')).not.toContain('dashboard-light');
    expect(chainWith('explore-light')).toEqual(namesOf(shotsOf(screens, ['explore-light', 'explore-dark'])));
    expect(chains[0]?.length).toBeLessThan(shotsOf(screens).length / 2);
  });
});
