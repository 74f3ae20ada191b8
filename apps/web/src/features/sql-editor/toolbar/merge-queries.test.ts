import { describe, expect, it } from 'vitest';
import { mergeQueries, type QueryFields } from './merge-queries.ts';

const base: QueryFields = {
  label: 'Orders',
  description: null,
  sql: 'select a\nfrom t\nwhere b\nlimit 1',
  db_id: 1,
  catalog: null,
  schema: 'main',
  template_parameters: null,
};
const merge = (theirs: Partial<QueryFields>, mine: Partial<QueryFields>, choices = {}) =>
  mergeQueries({ base, theirs: { ...base, ...theirs }, mine: { ...base, ...mine } }, choices, (id) => `database ${id}`);

describe('two saves of one query', () => {
  it('are put together field by field, and line by line where they touch none in common', () => {
    const theirs = {
      label: 'All orders',
      description: 'Each of them',
      sql: base.sql.replace('select a', 'select a, c'),
    };
    const mine = { schema: null, sql: base.sql.replace('limit 1', 'limit 5') };
    expect(merge(theirs, mine)).toEqual({
      fields: {
        label: 'All orders',
        description: 'Each of them',
        sql: 'select a, c\nfrom t\nwhere b\nlimit 5',
        db_id: 1,
        catalog: null,
        schema: null,
        template_parameters: null,
      },
      clashes: [],
    });
  });

  it('leave to choose what both changed, databases by their names', () => {
    const theirs = { db_id: 2, sql: base.sql.replace('limit 1', 'limit 2'), label: 'Theirs' };
    const mine = { db_id: 3, sql: base.sql.replace('limit 1', 'limit 3') };
    const { clashes } = merge(theirs, mine);
    expect(clashes.map(({ id, label, theirs: left, mine: right }) => [id, label, left, right])).toEqual([
      ['sql', 'SQL', theirs.sql, mine.sql],
      ['db_id', 'Database', 'database 2', 'database 3'],
    ]);
    expect(merge(theirs, mine, { sql: 'mine', db_id: 'theirs' }).fields).toMatchObject({
      label: 'Theirs',
      db_id: 2,
      sql: mine.sql,
    });
  });
});
