import {
  findColumn,
  labelOfCell,
  type ModelContext,
  msg,
  numberOfCell,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import type { WordCloudForm } from './form.ts';

export interface Word {
  readonly text: string;
  readonly value: number;
  readonly key: CellValue;
}

export interface Words {
  /** The largest first. */
  readonly words: readonly Word[];
  readonly dimension: string;
  readonly metric: string;
  /** Words beyond those that a cloud holds. */
  readonly beyond: number;
  /** Words without a value or below zero, which have no size. */
  readonly sizeless: number;
  readonly limitReached: number | null;
}

/** So many words can be placed while somebody waits, and more nobody reads. */
const mostWords = 300;

export function toModel(results: readonly ResultTable[], { form, answers }: ModelContext<WordCloudForm>): Words {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimension = form.series === null ? '' : columnLabel(form.series);
  const metric = form.metric ? metricLabel(form.metric) : '';
  const column = findColumn(table, dimension);
  const cells = valuesOf(table, metric).map(numberOfCell);
  const sized = cells.flatMap((value, row): Word[] => {
    const key = column?.values[row] ?? null;
    return value === null || value < 0 ? [] : [{ text: labelOfCell(key, column), value, key }];
  });
  const words = sized.sort((a, b) => b.value - a.value || (a.text < b.text ? -1 : 1)).slice(0, mostWords);
  return {
    words,
    dimension,
    metric,
    beyond: sized.length - words.length,
    sizeless: cells.length - sized.length,
    limitReached: answers?.[0]?.limitReached ?? null,
  };
}

export function undrawnOf(model: Words, form: WordCloudForm): Undrawn | null {
  const { words, beyond, sizeless, limitReached } = model;
  const all = words.length + beyond + sizeless;
  if (all > 0 && words.length === 0)
    return {
      isAll: true,
      lacksNumbers: true,
      title: { text: msg('The words have no size') },
      text: { text: msg('None of {{all}} values is zero or more. A bar chart shows them.'), values: { all } },
    };
  if (limitReached !== null && !form.sort_by_metric) {
    const text = msg('The limit of {{limit}} rows was reached in the order of the words: larger ones may be missing.');
    const remedy = { label: msg('Take the largest'), changes: { sort_by_metric: true } };
    return { isAll: false, title: { text, values: { limit: limitReached } }, remedy };
  }
  if (beyond > 0) {
    const text = msg('The {{count}} largest of {{all}} words are drawn.');
    return { isAll: false, title: { text, values: { count: words.length, all } } };
  }
  if (sizeless === 0) return null;
  const text = msg('{{undrawn}} of {{all}} words have no value or one below zero, and are not drawn.');
  return { isAll: false, title: { text, values: { undrawn: sizeless, all } } };
}
