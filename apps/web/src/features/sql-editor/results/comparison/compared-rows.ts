import { digitsOf } from '@powerset/chart-kit';
import type { WireComparison } from '@powerset/contract';
import { cellText, type GridValue } from '@powerset/ui';

export type RowChangeKind = WireComparison['kinds'][number];

/** Rows of a comparison as one grid shows them: what became of each, then its values, changed ones as before and after. */
export function toComparedColumns(
  { columns, kinds, before, after }: Pick<WireComparison, 'columns' | 'kinds' | 'before' | 'after'>,
  words: Readonly<Record<RowChangeKind | 'null', string>>,
): readonly (readonly GridValue[])[] {
  const textOf = (table: WireComparison['before'], row: number, index: number): string | null => {
    const column = table.columns[index];
    return column ? cellText(column.values[row] ?? null, column.type, digitsOf(column.name)) : null;
  };
  const values = columns.map((_, index) =>
    kinds.map((kind, row): GridValue => {
      const old = textOf(before, row, index);
      const next = textOf(after, row, index);
      if (kind !== 'changed') return kind === 'gone' ? old : next;
      if (old === next) return next;
      return `${old ?? words.null} → ${next ?? words.null}`;
    }),
  );
  return [kinds.map((kind) => words[kind]), ...values];
}

/** Columns by which rows are probably told apart: what is named as an identifier, else the first. */
export function likelyKeys(names: readonly string[]): readonly string[] {
  const [first] = names;
  const identifier = names.find((name) => digitsOf(name) === 'plain');
  if (identifier) return [identifier];
  return first === undefined ? [] : [first];
}
