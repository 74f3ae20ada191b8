import { describe, expect, it } from 'vitest';
import { type Expression, printExpression, weekGrains } from '../index.ts';
import { trino } from './trino.ts';

/** A server that whoever runs the tests has started: none is installed for them. */
const url = process.env.TRINO_URL ?? process.env.POWERSET_TEST_TRINO_URL ?? '';
const place = url === '' ? '' : `http://${new URL(url).host}`;
const headers = {
  'X-Trino-User': 'tests',
  'X-Trino-Time-Zone': 'UTC',
  'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
};

interface Page {
  readonly data?: readonly (readonly unknown[])[];
  readonly nextUri?: string;
  readonly error?: { readonly message: string };
}

async function answerOf(sql: string): Promise<unknown> {
  let answer = await fetch(`${place}/v1/statement`, { method: 'POST', body: sql, headers });
  const rows: (readonly unknown[])[] = [];
  for (;;) {
    // The documented shape of the protocol's answers.
    const page = (await answer.json()) as Page;
    if (page.error) throw new Error(page.error.message);
    rows.push(...(page.data ?? []));
    if (page.nextUri === undefined) return rows[0]?.[0];
    answer = await fetch(page.nextUri);
  }
}

const answerOfExpression = (expression: Expression) => answerOf(`SELECT ${printExpression(expression, trino)}`);
const literal = (value: string | number | bigint | null): Expression => ({ kind: 'literal', value });

describe.skipIf(url === '')('the SQL of charts on Trino', () => {
  it.each([
    ['PT1S', '2024-12-29 23:45:59.000'],
    ['PT1M', '2024-12-29 23:45:00.000'],
    ['PT1H', '2024-12-29 23:00:00.000'],
    ['P1D', '2024-12-29 00:00:00.000'],
    ['P1W', '2024-12-23 00:00:00.000'],
    ['P7D', '2024-12-23 00:00:00.000'],
    ['P1M', '2024-12-01 00:00:00.000'],
    ['P3M', '2024-10-01 00:00:00.000'],
    ['P1Y', '2024-01-01 00:00:00.000'],
    [weekGrains.startingSunday, '2024-12-29 00:00:00.000'],
    [weekGrains.startingMonday, '2024-12-23 00:00:00.000'],
    [weekGrains.endingSaturday, '2025-01-04 00:00:00.000'],
    [weekGrains.endingSunday, '2024-12-29 00:00:00.000'],
  ])('cuts a Sunday shortly before midnight to the grain %s', async (grain, wanted) => {
    const cut = printExpression({ kind: 'truncate', of: { kind: 'column', name: 'x' }, grain }, trino);
    const times = ["TIMESTAMP '2024-12-29 23:45:59.999'", "VARCHAR '2024-12-29 23:45:59.999'"];
    for (const time of times) expect(await answerOf(`SELECT ${cut} FROM (SELECT ${time} AS x)`)).toBe(wanted);
    const midnight = await answerOf(`SELECT ${cut} FROM (SELECT DATE '2024-12-29' AS x)`);
    expect(midnight).toBe(grain.startsWith('PT') ? '2024-12-29 00:00:00.000' : wanted);
  });

  it('has no other grains than these', () => {
    expect(Object.keys(trino.timeGrains)).toHaveLength(13);
  });

  it('reads every text, number and name as it was meant', async () => {
    const texts = ["O'Brien", '\\', "\\'", '"', '`', '%_', 'ä€😀', 'a\nb\tc', '-- x', '/* x */', '?', ':x', '{x}', ''];
    for (const text of texts) expect(await answerOfExpression(literal(text))).toBe(text);
    for (const number of [0, -7, 1.5, 9007199254740993n, -9223372036854775807n])
      expect(await answerOf(`SELECT CAST(${printExpression(literal(number), trino)} AS VARCHAR)`)).toBe(String(number));
    expect(await answerOfExpression(literal(null))).toBeNull();
    for (const name of ['a b', 'a"b', 'a`b', "a'b", 'ä', 'select', 'a.b']) {
      const quoted = trino.quoteIdentifier(name);
      expect(await answerOf(`SELECT ${quoted} FROM (SELECT 1 AS ${quoted})`)).toBe(1);
    }
  });

  it('reads times from epochs, from texts and from literals to the millisecond', async () => {
    const at = new Date('2024-02-29T12:34:56.789Z');
    const epoch = (value: number, unit: 'epoch_s' | 'epoch_ms') =>
      answerOfExpression({ kind: 'fromEpoch', of: literal(value), unit });
    expect(await epoch(1_709_210_096, 'epoch_s')).toBe('2024-02-29 12:34:56.000 UTC');
    expect(await epoch(1_709_210_096_789, 'epoch_ms')).toBe('2024-02-29 12:34:56.789 UTC');
    const parsed = (text: string, format: string | null) =>
      answerOfExpression({ kind: 'parseTime', of: literal(text), format });
    expect(await parsed('2024-02-29 12:34:56', null)).toBe('2024-02-29 12:34:56.000');
    expect(await parsed('29.02.2024 12:34:56', '%d.%m.%Y %H:%M:%S')).toBe('2024-02-29 12:34:56.000');
    expect(await parsed('20240229', '%Y%m%d')).toBe('2024-02-29 00:00:00.000');
    const written = (nativeType: string, time = at) => answerOfExpression({ kind: 'time', at: time, nativeType });
    expect(await written('timestamp(6)')).toBe('2024-02-29 12:34:56.789');
    expect(await written('timestamp(3) with time zone')).toBe('2024-02-29 12:34:56.789 UTC');
    expect(await written('date', new Date('2024-02-29T00:00:00Z'))).toBe('2024-02-29');
  });

  it('finds texts whatever their case, and no sign of them stands for others', async () => {
    const contains = (of: string, text: string) => answerOfExpression({ kind: 'contains', of: literal(of), text });
    expect(await contains('Fifty 50%_!\\ off', '50%_!\\ OFF')).toBe(true);
    expect(await contains('Fifty 50 off', '50%OFF')).toBe(false);
  });

  it('skips and takes the rows that a limit with an offset means', async () => {
    const lines = trino.limitLines(1, 3).join('\n');
    expect(await answerOf(`SELECT x FROM UNNEST(sequence(1, 9)) AS t (x) ORDER BY x\n${lines}`)).toBe(4);
  });
});
