import {
  type ChartTheme,
  type ConditionalRule,
  type ConditionLook,
  changeColor,
  type DrawContext,
  entireRow,
  groundOfRule,
  isChangeRule,
  lookOf,
  type MetRule,
  numberOfCell,
  paintedColumnOf,
  prepareRule,
  signOfRule,
  withAlpha,
} from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { TableColumn } from './table-columns.ts';
import type { TableForm } from './table-form.ts';

/** By the value of a cell and its row; a total has none. */
type ColorOf = (value: CellValue, row?: number) => string | undefined;

/** What the rules that are about a column make of its cells. */
export interface CellLooks {
  readonly groundOf: ColorOf;
  /** The ground of the whole row, by the value in this column. */
  readonly rowGroundOf: ColorOf;
  readonly toneOf: ColorOf;
  readonly barColorOf: ColorOf;
  readonly signOf: (value: CellValue, row?: number) => { readonly text: string; readonly color: string } | undefined;
}

const none = () => undefined;
const plain: CellLooks = { groundOf: none, rowGroundOf: none, toneOf: none, barColorOf: none, signOf: none };

interface Painter {
  readonly rule: ConditionalRule;
  readonly find: (value: CellValue, row?: number) => MetRule | undefined;
}

/** The looks of a table's column: by its own values, or by those that another column has in the same row. */
export function looksOf(
  column: TableColumn,
  all: readonly TableColumn[],
  { form, theme }: DrawContext<TableForm>,
): CellLooks {
  const rules = form.conditional_formatting;
  if (rules.length === 0) return plain;
  const painters = rules.flatMap((rule): readonly Painter[] => {
    const source = all.find((one) => isNamed(one, rule.column));
    const painted = paintedColumnOf(rule);
    const isOwn = source === column;
    if (!source || !(painted === entireRow || isNamed(column, painted))) return [];
    if (isChangeRule(rule)) return isOwn && column.earlier ? [changePainter(rule, column.earlier, theme)] : [];
    const find = prepareRule(rule, source.values, theme);
    return [{ rule, find: isOwn ? find : (_, row = -1) => find(source.values[row] ?? null) }];
  });
  return looksOfPainters(painters, { isSource: (rule) => isNamed(column, rule.column) });
}

/** A compared metric goes by the name of its main figure too. */
const isNamed = ({ name, earlier }: TableColumn, wanted: string) =>
  name === wanted || (earlier !== undefined && wanted === `Main ${name}`);

/** A figure that went up or down against its earlier one, in the colours of good and bad. */
function changePainter(rule: ConditionalRule, earlier: readonly CellValue[], theme: ChartTheme): Painter {
  const comparison_color_scheme = rule.colorScheme === 'Red' ? 'Red' : 'Green';
  const colors = { comparison_color_enabled: true, comparison_color_scheme } as const;
  return {
    rule,
    find: (value, row = -1) => {
      const [now, before] = [numberOfCell(value), numberOfCell(earlier[row] ?? null)];
      const change = now === null || before === null ? 0 : now - before;
      const color = changeColor(colors, change, theme);
      return color && change !== 0
        ? { rule: { ...rule, operator: change > 0 ? '>' : '<' }, color, share: 1 }
        : undefined;
    },
  };
}

/** The looks of cells by rules, and by how a value stands among all of them. */
export function looksOfRules(
  rules: readonly ConditionalRule[],
  values: readonly (number | null)[],
  theme: ChartTheme,
): CellLooks {
  const painters = rules.map((rule) => ({ rule, find: prepareRule(rule, values, theme) }));
  return looksOfPainters(painters, { isSource: () => true });
}

function looksOfPainters(
  painters: readonly Painter[],
  { isSource }: { readonly isSource: (rule: ConditionalRule) => boolean },
): CellLooks {
  const found = (look: ConditionLook, accepts: (rule: ConditionalRule) => boolean = () => true) => {
    // The last one counts.
    const own = painters.filter(({ rule }) => lookOf(rule) === look && accepts(rule)).reverse();
    return (value: CellValue, row?: number) => {
      for (const { find } of own) {
        const met = find(value, row);
        if (met) return met;
      }
      return undefined;
    };
  };
  const ofRow = (rule: ConditionalRule) => paintedColumnOf(rule) === entireRow;
  const ground = found('BACKGROUND_COLOR', (rule) => !ofRow(rule));
  const rowGround = found('BACKGROUND_COLOR', (rule) => ofRow(rule) && isSource(rule));
  const [text, bar] = [found('TEXT_COLOR'), found('CELL_BAR')];
  const sign = found('ICON', (rule) => !ofRow(rule) || isSource(rule));
  const change = found('BACKGROUND_COLOR', isChangeRule);
  return {
    groundOf: (value, row) => colorOf(ground(value, row)),
    rowGroundOf: (value, row) => colorOf(rowGround(value, row)),
    toneOf: (value, row) => text(value, row)?.color,
    barColorOf: (value, row) => {
      const met = bar(value, row);
      return met && withAlpha(met.color, 0.2 + 0.3 * met.share);
    },
    signOf: (value, row) => {
      const met = sign(value, row) ?? change(value, row);
      return met && { text: signOfRule(met.rule), color: met.color };
    },
  };
}

const colorOf = (met: MetRule | undefined) => met && groundOfRule(met);
