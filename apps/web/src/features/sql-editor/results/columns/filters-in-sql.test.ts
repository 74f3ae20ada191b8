import { expect, it } from 'vitest';
import { replaceStatement } from './filters-in-sql.ts';

it('puts a filtered statement in the place of the one that it was made of, and nowhere else', () => {
  const text = '-- sales\nSELECT 1;\nSELECT a FROM t;\n';
  expect(replaceStatement(text, 'SELECT a FROM t;', 'SELECT a FROM t\nWHERE a = 1')).toBe(
    '-- sales\nSELECT 1;\nSELECT a FROM t\nWHERE a = 1;\n',
  );
  expect(replaceStatement(text, 'SELECT b FROM t', 'x')).toBeNull();
  expect(replaceStatement('SELECT 1; SELECT 1', 'SELECT 1', 'x')).toBeNull();
  expect(replaceStatement(text, ' ; ', 'x')).toBeNull();
});
