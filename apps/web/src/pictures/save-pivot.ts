import type { ChartDefinition } from '@powerset/chart-kit';
import { type ChartInput, toDrawContext, toModelContext } from '@powerset/charts/views';
import { sayBeside } from '@powerset/ui';
import { errorText } from '../api/index.ts';
import { readChartTheme } from '../controls/chart-theme/index.ts';
import { t, withAnyValues } from '../i18n/index.ts';
import { saveBlob, toFileName } from '../shell/index.ts';

/** Saves what a chart of cells shows as CSV: its own rows and columns, not those of its query. */
export function savePivotedCsv(definition: ChartDefinition, input: ChartInput, title: string): void {
  try {
    const theme = readChartTheme();
    const context = toModelContext(definition, input, theme);
    const drawn = toDrawContext(context, { theme, width: 0, height: 0, translate: withAnyValues(t) });
    const cells = definition.toCells?.(definition.toModel(input.results, context), drawn) ?? [];
    saveBlob(new Blob([toCsv(cells)], { type: 'text/csv;charset=utf-8' }), `${toFileName(title)}.csv`);
  } catch (error) {
    sayBeside().danger(t('The data could not be downloaded: {{message}}', { message: errorText(error) }));
  }
}

/** CSV as spreadsheets read it; texts that they would run stand behind a quote, as in the server's files. */
export function toCsv(rows: ReturnType<NonNullable<ChartDefinition['toCells']>>): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

const startsFormula = /^(?:[\p{Z}\p{Cc}\p{Cf}"]*[=+\-@|%＝＋－＠]|[\t\r])/u;
const isPlainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function toCell(value: string | number | null): string {
  // Sums of decimals end in digits that nobody added.
  if (typeof value !== 'string') return value === null ? '' : String(Number(value.toPrecision(15)));
  const text = startsFormula.test(value) && !isPlainNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
