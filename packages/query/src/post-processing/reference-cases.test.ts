import { readFileSync } from 'node:fs';
import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { numberListType } from './distributions.ts';
import { applyPostProcessing, postProcessingOperations } from './index.ts';

/** What the reference's own functions answered (release 6.1, pandas 2.1) to a table; times are written as text. */
interface ReferenceCase {
  readonly name: string;
  readonly table: string;
  readonly rules: readonly { readonly operation: string; readonly options: Record<string, unknown> }[];
  readonly expected: Answer;
  /** The greatest relative difference, where the reference draws by lot or its library rounds. */
  readonly tolerance?: number;
  /** Why we answer otherwise, and with what. */
  readonly differs?: string;
  readonly ours?: Answer;
}

type Answer = Readonly<Record<string, readonly unknown[]>>;
type Column = readonly [type: ColumnType, values: readonly CellValue[]];
interface Fixture {
  readonly tables: Readonly<Record<string, Readonly<Record<string, Column>>>>;
  readonly cases: readonly ReferenceCase[];
}

const file = readFileSync(new URL('./reference-cases.json', import.meta.url), 'utf8');
const { tables, cases }: Fixture = JSON.parse(file);

function toTable(name: string): ResultTable {
  const columns = Object.entries(tables[name] ?? {}).map(([label, [type, values]]) => ({
    name: label,
    type,
    nativeType: 'X',
    values: type === 'temporal' ? values.map((value) => (value === null ? null : Date.parse(`${value}Z`))) : values,
  }));
  return { columns, rowCount: columns[0]?.values.length ?? 0 };
}

function answer({ table, rules }: ReferenceCase): Answer {
  const { columns } = applyPostProcessing(toTable(table), rules);
  return Object.fromEntries(
    columns.map(({ name, type, nativeType, values }) => [
      name,
      values.map((value) => {
        if (type === 'temporal' && typeof value === 'number') return new Date(value).toISOString().slice(0, 19);
        return nativeType === numberListType ? JSON.parse(String(value)) : value;
      }),
    ]),
  );
}

/** The answer with numbers that are near enough to the wanted ones replaced by these. */
function settled(got: unknown, wanted: unknown, tolerance: number): unknown {
  if (Array.isArray(got) && Array.isArray(wanted)) {
    return got.map((value, index) => settled(value, wanted[index], tolerance));
  }
  if (typeof got !== 'number' || typeof wanted !== 'number') return got;
  return Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted)) ? wanted : got;
}

describe('operations on tables on which the reference was run', () => {
  it.each(cases)('$name', (each) => {
    const wanted = each.differs ? each.ours! : each.expected;
    const got = answer(each);
    expect(Object.keys(got)).toEqual(Object.keys(wanted));
    for (const [label, values] of Object.entries(wanted)) {
      expect(settled(got[label], values, each.tolerance ?? 1e-12), label).toEqual(values);
    }
  });

  it('are two hundred, of every operation', () => {
    expect(cases.length).toBeGreaterThan(200);
    const names = new Set(cases.flatMap(({ rules }) => rules.map(({ operation }) => operation)));
    expect([...names].sort()).toEqual([...postProcessingOperations].sort());
  });
});
