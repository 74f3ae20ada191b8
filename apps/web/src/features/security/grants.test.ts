import { describe, expect, it } from 'vitest';
import { toGrantText } from '../../access-requests/index.ts';
import { toRights } from './grants.ts';

describe('a role’s grants', () => {
  it.each([
    ['[Powerset].(id:1)', 'Powerset'],
    ['[Powerset].[main]', 'Powerset.main'],
    ['[Lake].[sea].[sales]', 'Lake.sea.sales'],
    ['[Lake].[sea]', 'Lake.sea'],
    ['[Powerset].[orders](id:7)', 'Powerset.orders'],
    ['[a.b].[c (id:9)](id:7)', 'a.b.c (id:9)'],
  ])('on %s read %s', (view, text) => {
    expect(toGrantText(view)).toBe(text);
  });

  it('are told from all else that the role may', () => {
    const rights = toRights([
      { id: 4, permission_name: 'catalog_access', view_menu_name: '[Lake].[sea]' },
      { id: 1, permission_name: 'can_read', view_menu_name: 'Chart' },
      { id: 2, permission_name: 'schema_access', view_menu_name: '[Powerset].[main]' },
      { id: 3, permission_name: 'all_query_access', view_menu_name: 'all_query_access' },
    ]);
    expect(rights).toEqual({
      grants: [
        { id: 4, kind: 'catalog_access', text: 'Lake.sea' },
        { id: 2, kind: 'schema_access', text: 'Powerset.main' },
      ],
      others: [
        { id: 1, text: 'can_read on Chart' },
        { id: 3, text: 'all_query_access on all_query_access' },
      ],
    });
  });
});
