import {
  type ChartTheme,
  type ConditionalRule,
  type ConditionLook,
  cellColorer,
  type DrawContext,
  lookOf,
  numberOfCell,
  ruleFinder,
  signOfRule,
  withAlpha,
} from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { TableColumn } from './table-columns.ts';
import type { TableForm } from './table-form.ts';

type ColorOf = (value: CellValue) => string | undefined;

/** What the rules of a column make of its cells. */
export interface CellLooks {
  readonly groundOf: ColorOf;
  readonly rowGroundOf: ColorOf;
  readonly toneOf: ColorOf;
  readonly barColorOf: ColorOf;
  readonly hasBars: boolean;
  readonly signOf: (value: CellValue) => { readonly text: string; readonly color: string } | undefined;
}

const none = () => undefined;
const plain: CellLooks = {
  groundOf: none,
  rowGroundOf: none,
  toneOf: none,
  barColorOf: none,
  hasBars: false,
  signOf: none,
};

export function looksOf(column: TableColumn, { form, theme }: DrawContext<TableForm>): CellLooks {
  const rules = form.conditional_formatting.filter((rule) => rule.column === column.name);
  if (rules.length === 0 || column.type !== 'number') return plain;
  return looksOfRules(rules, column.values.map(numberOfCell), theme);
}

/** The looks of cells by rules, and by how a value stands among all of them. */
export function looksOfRules(
  rules: readonly ConditionalRule[],
  values: readonly (number | null)[],
  theme: ChartTheme,
): CellLooks {
  const of = (look: ConditionLook) => rules.filter((rule) => lookOf(rule) === look);
  const ground = (look: ConditionLook): ColorOf => {
    const color = cellColorer(of(look), values, theme);
    return (value) => color(numberOfCell(value));
  };
  const found = (look: ConditionLook) => {
    const find = ruleFinder(of(look), values, theme);
    return (value: CellValue) => find(numberOfCell(value));
  };
  const [text, bar, sign] = [found('TEXT_COLOR'), found('CELL_BAR'), found('ICON')];
  return {
    groundOf: ground('BACKGROUND_COLOR'),
    rowGroundOf: ground('ENTIRE_ROW'),
    toneOf: (value) => text(value)?.color,
    barColorOf: (value) => {
      const met = bar(value);
      return met && withAlpha(met.color, 0.2 + 0.3 * met.share);
    },
    hasBars: of('CELL_BAR').length > 0,
    signOf: (value) => {
      const met = sign(value);
      return met && { text: signOfRule(met.rule), color: met.color };
    },
  };
}
