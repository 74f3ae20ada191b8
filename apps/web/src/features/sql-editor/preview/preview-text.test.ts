import { describe, expect, it } from 'vitest';
import { previewTextAt } from './preview-text.ts';

/** The text, with the cursor where the bar stands. */
function at(marked: string) {
  const position = marked.indexOf('|');
  return previewTextAt(marked.replace('|', ''), position);
}

describe('what is shown while a text is written', () => {
  it('is the statement at the cursor, if it reads', () => {
    expect(at('select 1; select| 2; select 3')).toEqual({ sql: 'select 2', name: null });
    expect(at("select ';' as a;\n-- why\nfrom sales|")).toEqual({ sql: '-- why\nfrom sales', name: null });
    expect(at('select 1;|')).toEqual({ sql: 'select 1', name: null });
    for (const text of ['drop table x|', 'insert into x select 1|', '|', 'x|', 'with'])
      expect(at(text.includes('|') ? text : `${text} |`)?.name ?? null).toBe(null);
    expect(at('update x set a = 1|')).toBe(null);
    expect(previewTextAt(`select '${'x'.repeat(60_000)}'`, 3)).toBe(null);
  });

  it('is the query of a WITH in which the cursor stands, with those before it', () => {
    const text =
      'with recursive "a b"(x) as (select (1) as x), c as not materialized (select * from "a b"), d as (select 2) select * from c, d';
    const inside = (word: string) => previewTextAt(`select 0; ${text}`, `select 0; ${text}`.indexOf(word) + 1);
    expect(inside('select (1)')).toEqual({
      sql: 'with recursive "a b"(x) as (select (1) as x)\nSELECT * FROM "a b"',
      name: '"a b"',
    });
    expect(inside('materialized')?.sql).toBe(
      'with recursive "a b"(x) as (select (1) as x), c as not materialized (select * from "a b")\nSELECT * FROM c',
    );
    expect(inside('2) select')?.name).toBe('d');
    expect(inside('from c')).toEqual({ sql: text, name: null });
    expect(at('with a as (select 1| ')).toEqual({ sql: 'with a as (select 1', name: null });
    expect(at("with a as (select ')' as x -- )\n, 2|) select 1")?.name).toBe('a');
  });
});
