import { isRecord } from '@powerset/chart-kit';
import type { TableModel } from './table-columns.ts';
import type { TableForm } from './table-form.ts';
import type { TableOptions } from './table-options.ts';
import { tableStatement } from './table-statement.ts';

interface Drawn {
  readonly model: unknown;
  readonly form: Readonly<Record<string, unknown>>;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
}

/** What a drawn chart says above all, in its own words; empty where its type has none without a page. */
export function statementOf(options: unknown, { model, form, translate }: Drawn): string {
  if (!isRecord(options)) return '';
  const { statement } = options;
  if (typeof statement === 'string') return statement;
  if (typeof statement === 'function') return String(statement());
  if (!isTable(options)) return '';
  // What draws columns of cells is a table's drawing, of a table's model and form.
  const calculations = isRecord(form.table_calculations) ? form.table_calculations : {};
  const given = { model: model as TableModel, options, form: { table_calculations: calculations } as TableForm };
  return tableStatement(given, translate);
}

function isTable(options: object): options is TableOptions {
  return 'columns' in options && 'serverPage' in options;
}
