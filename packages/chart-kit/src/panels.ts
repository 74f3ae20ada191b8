import type { QueryColumn } from '@powerset/contract';
import type { ChartForm } from './definitions.ts';
import { isColumn } from './form-values.ts';

/** The column for whose values a form draws a panel each; null for nearly all. */
export function panelColumnOf(form: Readonly<Record<string, unknown>>): QueryColumn | null {
  const column = form.panel_by;
  return isColumn(column) ? column : null;
}

/** A form whose panels are the first of its dimensions, as its rows are asked for. */
export function withPanelDimension(form: ChartForm): ChartForm {
  const column = panelColumnOf(form);
  if (column === null) return form;
  const groups: readonly unknown[] = Array.isArray(form.groupby) ? form.groupby : [];
  return { ...form, groupby: [column, ...groups.filter((one) => JSON.stringify(one) !== JSON.stringify(column))] };
}
