import { describe, expect, it } from 'vitest';
import { addresses, navItems, sqlItems } from './navigation.ts';

const sessionThatReads = (views: readonly string[]) => ({
  can: (permission: string, view: string) => permission === 'can_read' && views.includes(view),
});

describe('the top bar', () => {
  it('leads only to the lists that the roles allow', () => {
    const places = (...views: readonly string[]) => navItems(sessionThatReads(views)).map(({ address }) => address);
    expect(places('Dashboard', 'Chart', 'Dataset')).toEqual([
      addresses.dashboards,
      addresses.charts,
      addresses.datasets,
    ]);
    expect(places('Chart')).toEqual([addresses.charts]);
    expect(places()).toEqual([]);
  });
});

describe('the SQL menu', () => {
  const places = (...views: readonly string[]) => sqlItems(sessionThatReads(views)).map(({ address }) => address);

  it('leads only to what the roles allow', () => {
    expect(places('SQLLab', 'SavedQuery', 'Query')).toEqual([
      addresses.sqlEditor,
      addresses.savedQueries,
      addresses.schedules,
      addresses.queryHistory,
    ]);
    expect(places('SavedQuery')).toEqual([addresses.savedQueries, addresses.schedules]);
    expect(places()).toEqual([]);
  });
});
