import {
  changeColor,
  comparedPeriodOf,
  type DrawContext,
  defaultTranslate,
  formatMoney,
  formatTime,
  isAutomatic,
  isIdentifierName,
  isYearName,
  msg,
  numberOf,
  numberOfCell,
  parseCurrency,
  sharedScale,
  textOf,
  withAlpha,
  withCurrency,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel } from '@powerset/contract';
import { type CellLooks, looksOf } from './cell-looks.ts';
import { comparedDays } from './compared-days.ts';
import type { TableColumn, TableModel } from './table-columns.ts';
import type { TableForm } from './table-form.ts';
import { formatTableNumber, sharedDigits } from './table-numbers.ts';
import { othersName, ownStateOf, searchableColumns } from './table-query.ts';

export interface CellBar {
  /** Shares of the cell's width, 0 to 1. */
  readonly from: number;
  readonly size: number;
  readonly color: string;
}

export interface DrawnColumn {
  readonly column: TableColumn;
  /** The days that its figures are of, where a calendar chose them. */
  readonly period?: string;
  readonly align: 'left' | 'right' | 'center';
  readonly width: number | null;
  readonly isCut: boolean;
  /** Texts that look like HTML are drawn as such, without anything that could run. */
  readonly hasHtml: boolean;
  /** A figure may be in the currency of its row. */
  readonly format: (value: CellValue, row?: number) => string;
  readonly barOf: (value: CellValue, row?: number) => CellBar | null;
  readonly groundOf: (value: CellValue, row?: number) => string | undefined;
  readonly toneOf: (value: CellValue, row?: number) => string | undefined;
  /** A coloured sign before the figure. */
  readonly signOf: (value: CellValue, row?: number) => CellSign | undefined;
  /** The ground of the whole row, by the value in this column. */
  readonly rowGroundOf: (value: CellValue, row?: number) => string | undefined;
  /** At which edge the column stays in sight. */
  readonly pinned: 'left' | 'right' | null;
  /** What a list of numbers, or a figure and its earlier one, are drawn as. */
  readonly chart: CellChartKind | null;
}

export type CellChartKind = 'line' | 'bars';

export interface CellSign {
  readonly text: string;
  readonly color: string;
}

export interface TableOptions {
  readonly columns: readonly DrawnColumn[];
  /** Rows on a page; 0 shows all in one scroll. */
  readonly pageLength: number;
  readonly hasSearch: boolean;
  /** Where the server searches, it searches one of these. */
  readonly searchColumns: readonly { readonly value: string; readonly label: string }[];
  readonly canRearrange: boolean;
  readonly serverPage: ReturnType<typeof ownStateOf> | null;
}

export function toOptions(model: TableModel, context: DrawContext<TableForm>): TableOptions {
  const { form } = context;
  const days = comparedDays(context, comparedPeriodOf(form));
  const isPaged = form.server_pagination;
  return {
    columns: model.columns.map((column, index) => ({
      ...withOthers(drawColumn(withPeriod(column, context), model.columns, context), model, context),
      ...(days && column.kind === 'earlier' ? { period: days.earlier } : {}),
      // What has an earlier figure beside it.
      ...(days && model.columns[index + 1]?.kind === 'earlier' ? { period: days.now } : {}),
    })),
    pageLength: isPaged ? 0 : Math.max(0, form.page_length ?? 0),
    hasSearch: form.include_search,
    searchColumns: isPaged ? searchColumnsOf(model, form) : [],
    canRearrange: form.allow_rearrange_columns ?? false,
    serverPage: isPaged ? ownStateOf(form) : null,
  };
}

function searchColumnsOf(model: TableModel, form: TableForm): TableOptions['searchColumns'] {
  return searchableColumns(form).map((column) => {
    const value = columnLabel(column);
    return { value, label: model.columns.find(({ name }) => name === value)?.label ?? value };
  });
}

type ColumnConfig = Readonly<Record<string, unknown>>;

function configOf(column: TableColumn, context: DrawContext<TableForm>): ColumnConfig {
  return context.form.column_config[column.name] ?? {};
}

/** A switch of the column wins over the chart's. */
function switchOf(config: ColumnConfig, name: string, fallback: boolean): boolean {
  const value = config[name];
  return typeof value === 'boolean' ? value : fallback;
}

/** Only drawing knows the reader's language: `# Revenue` is Revenue of the earlier period. */
function withPeriod(column: TableColumn, { translate = defaultTranslate }: DrawContext<TableForm>): TableColumn {
  if (column.kind !== 'earlier') return column;
  return { ...column, label: translate(msg('{{metric}}, previous'), { metric: column.label.replace(/^# /, '') }) };
}

function drawColumn(column: TableColumn, all: readonly TableColumn[], context: DrawContext<TableForm>): DrawnColumn {
  const config = configOf(column, context);
  const align = textOf(config, 'horizontalAlign');
  const isNumber = column.type === 'number';
  const width = numberOf(config, 'columnWidth');
  const format = formatOf(column, config, { ...context, codeAt: codesOf(all, context) });
  const isTrend = isNumber && textOf(config, 'd3NumberFormat').startsWith('+');
  const looks = looksOf(column, all, context);
  const { pinned, cellChart } = config;
  return {
    column,
    align: align === 'left' || align === 'right' || align === 'center' ? align : defaultAlign(isNumber),
    width: width && width > 0 ? width : null,
    isCut: switchOf(config, 'truncateLongCells', false),
    hasHtml: column.type === 'string' && context.form.allow_render_html,
    format,
    barOf: barOf(column, config, { ...context, looks }),
    groundOf: looks.groundOf,
    toneOf: (value, row) =>
      looks.toneOf(value, row) ??
      (isChange(column)
        ? changeColor(context.form, numberOfCell(value) ?? 0, context.theme)
        : toneOf(numberOfCell(value), isTrend, context)),
    signOf: looks.signOf,
    rowGroundOf: looks.rowGroundOf,
    pinned: pinned === 'left' || pinned === 'right' ? pinned : null,
    chart: cellChart === 'line' || cellChart === 'bars' ? cellChart : null,
  };
}

/** Only drawing knows the reader's language, in which the row of all others says what it is. */
function withOthers(
  drawn: DrawnColumn,
  { othersRow }: TableModel,
  { translate = defaultTranslate }: DrawContext<TableForm>,
): DrawnColumn {
  const { column, format } = drawn;
  // A group of the data may have the same name, which is its own in all languages.
  const isOwn = column.values.some((value, row) => value === othersName && row !== othersRow);
  if (othersRow === -1 || column.kind !== 'dimension' || isOwn) return drawn;
  return { ...drawn, format: (value, row) => (value === othersName ? translate(msg('Others')) : format(value, row)) };
}

const isChange = ({ kind }: TableColumn) => kind === 'difference' || kind === 'change';

const defaultAlign = (isNumber: boolean) => (isNumber ? 'right' : 'left');

/** Signed numbers are changes: green up, red down. */
function toneOf(value: number | null, isTrend: boolean, { theme }: DrawContext<TableForm>): string | undefined {
  if (!isTrend || value === null || value === 0) return undefined;
  return value > 0 ? theme.success : theme.danger;
}

/** The currency that a row names, where its own column is among those of the table. */
type CodeAt = (row: number | undefined) => string | null;

function codesOf(all: readonly TableColumn[], { answers }: DrawContext<TableForm>): CodeAt {
  const name = answers?.[0]?.currency_code_column;
  const column = all.find((one) => one.name === name);
  return (row) => {
    const value = row === undefined ? null : (column?.values[row] ?? null);
    return typeof value === 'string' && value.trim() !== '' ? value.trim().toUpperCase() : null;
  };
}

type FormatContext = DrawContext<TableForm> & { readonly codeAt: CodeAt };

function formatOf(column: TableColumn, config: ColumnConfig, context: FormatContext): DrawnColumn['format'] {
  if (column.type === 'temporal') {
    const code = textOf(config, 'd3TimeFormat') || context.form.table_timestamp_format;
    const grain = context.form.time_grain_sqla;
    return (value) =>
      typeof value === 'number'
        ? formatTime(code, value, { grain: column.kind === 'dimension' ? grain : null, locale: context.locale })
        : textOfCell(value);
  }
  if (column.type !== 'number') return textOfCell;
  return numberFormat(column, config, context);
}

const textOfCell = (value: CellValue) => (value === null ? '–' : String(value));

function numberFormat(column: TableColumn, config: ColumnConfig, context: FormatContext): DrawnColumn['format'] {
  const metric = column.metric ?? column.name;
  const isShare = column.kind === 'percent' || column.kind === 'change';
  const saved = isShare ? undefined : context.columnFormats[metric];
  const code = textOf(config, 'd3NumberFormat') || saved || (isShare ? '.1%' : '');
  const smallCode = textOf(config, 'd3SmallNumberFormat') || code;
  const saidCurrency =
    parseCurrency(config.currencyFormat) ?? (isShare ? null : (context.currencies?.[metric] ?? null));
  const wanted = numberOf(config, 'fractionDigits');
  // The slider's end, 100, means as many as needed.
  const digits = wanted === null || wanted === 100 ? sharedDigits(column.values) : wanted;
  const isStored = column.kind === 'dimension' || column.kind === 'plain';
  const currencyAt = (row: number | undefined) => {
    const code = isAutomatic(saidCurrency) ? context.codeAt(row) : null;
    return saidCurrency && code !== null ? { ...saidCurrency, symbol: code } : saidCurrency;
  };
  const look = {
    digits,
    hasYears: isStored && isYearName(column.name),
    isName: isStored && isIdentifierName(column.name),
    locale: context.locale,
  };
  // One letter and as many decimals for all, so that figures under each other are compared by their digits.
  const scaled = [code, smallCode].every((one) => one === 'SMART_NUMBER')
    ? sharedScale(column.values, context.locale)
    : null;
  return (value, row) => {
    if (value === null) return '–';
    const number = typeof value === 'bigint' ? value : numberOfCell(value);
    if (number === null) return String(value);
    const currency = currencyAt(row);
    if (scaled) return withCurrency(scaled(Number(number)), currency);
    const chosen = Math.abs(Number(number)) < 1 ? smallCode : code;
    const own = { ...look, currency };
    return chosen ? formatMoney(chosen, number, own) : formatTableNumber(number, own);
  };
}

/** Numbers that name something, and years, have no size. */
const isNamed = ({ kind, name }: TableColumn) => kind === 'plain' && (isIdentifierName(name) || isYearName(name));

function barOf(
  column: TableColumn,
  config: ColumnConfig,
  context: DrawContext<TableForm> & { readonly looks: CellLooks },
): DrawnColumn['barOf'] {
  const { form, theme, looks } = context;
  const isMeasured = column.kind !== 'dimension' && !isChange(column) && !isNamed(column);
  const isWanted = switchOf(config, 'showCellBars', form.show_cell_bars && isMeasured);
  if (!isWanted || !column.extent) return () => null;
  const [low, high] = column.extent;
  const isAligned = switchOf(config, 'alignPositiveNegative', form.align_pn);
  const isColored = switchOf(config, 'colorPositiveNegative', form.color_pn);
  const span = isAligned ? Math.max(Math.abs(low), Math.abs(high)) : high - low;
  return (cell, row) => {
    const value = numberOfCell(cell);
    // A colour that a rule gives says more than a length.
    if (value === null || value === 0 || span === 0 || looks.groundOf(cell, row) !== undefined) return null;
    const size = Math.abs(value) / span;
    // The sum of many has no place on the scale of each.
    if (size > 1) return null;
    const zero = isAligned ? 0 : -low / span;
    const from = isAligned || value > 0 ? zero : zero - size;
    const usual = value < 0 && isColored ? withAlpha(theme.danger, 0.22) : theme.cellBar;
    return { from, size, color: looks.barColorOf(cell, row) ?? usual };
  };
}
