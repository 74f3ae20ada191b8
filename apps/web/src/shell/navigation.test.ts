import { describe, expect, it } from 'vitest';
import { addresses, sqlItems } from './navigation.ts';

describe('the SQL menu', () => {
  const places = (...views: readonly string[]) =>
    sqlItems({ can: (permission, view) => permission === 'can_read' && views.includes(view) }).map(
      ({ address }) => address,
    );

  it('leads only to what the roles allow', () => {
    expect(places('SQLLab', 'SavedQuery', 'Query')).toEqual([
      addresses.sqlEditor,
      addresses.savedQueries,
      addresses.queryHistory,
    ]);
    expect(places('SavedQuery')).toEqual([addresses.savedQueries]);
    expect(places()).toEqual([]);
  });
});
