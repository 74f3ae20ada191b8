import { describe, expect, it } from 'vitest';
import { applySuggestion, fromMistake, placeProblem, readMessage } from './problems.ts';

describe('problems', () => {
  it('span the name at their place', () => {
    const sql = 'select *\nfrom orders o\nwhere o.custmer_id = 1';
    const message = 'Table "o" does not have a column named "custmer_id"\n\nCandidate bindings: : "customer_id"';
    const problem = placeProblem(sql, { message, line: 3, column: 7 });
    expect(problem).toEqual({
      message: 'o has no column custmer_id.',
      line: 3,
      column: 7,
      endColumn: 19,
      suggestion: { wrong: 'custmer_id', right: 'customer_id' },
    });
    expect(applySuggestion(sql, problem)).toEqual({ from: 31, to: 41, insert: 'customer_id' });
  });

  it('take the proposal out of every kind of message', () => {
    const read = (message: string) => readMessage(message);
    expect(read('Table with name ordrs does not exist!\nDid you mean "orders"?')).toEqual({
      message: 'There is no table ordrs.',
      suggestion: { wrong: 'ordrs', right: 'orders' },
    });
    expect(
      read('Referenced column "x" not found in FROM clause!\nCandidate bindings: "t.y", "t.z"').suggestion,
    ).toEqual({
      wrong: 'x',
      right: 'y',
    });
    expect(read('Table with name t does not exist!\nDid you mean "uploads.t"?').suggestion).toEqual({
      wrong: 't',
      right: 'uploads.t',
    });
    expect(read('syntax error at or near "selec"')).toEqual({
      message: 'syntax error at or near "selec"',
      suggestion: null,
    });
  });

  it('propose the likeliest name, and none that is no slip of the hand', () => {
    const about = (wrong: string, names: string) =>
      readMessage(`Referenced column "${wrong}" not found in FROM clause!\nCandidate bindings: ${names}`);
    expect(about('revenu', '"return_rate", "revenue", "region"').suggestion).toEqual({
      wrong: 'revenu',
      right: 'revenue',
    });
    expect(about('nothing_like_it', '"unit_price", "promotion"')).toEqual({
      message: 'There is no column nothing_like_it in the tables of FROM.',
      suggestion: null,
    });
  });

  it('stay inside the text when their place is beyond it, and do nothing when it has changed', () => {
    const mistake = { message: 'x', line_number: 99, start_column: 99, end_column: null };
    expect(fromMistake('ab', mistake)).toMatchObject({ line: 1, column: 3 });
    const gone = placeProblem('select 1', {
      message: 'Referenced column "zz" not found!\nDid you mean "zy"',
      line: 1,
      column: 1,
    });
    expect(applySuggestion('select 1', gone)).toBeNull();
  });
});
