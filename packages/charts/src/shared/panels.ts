import {
  type ChartForm,
  type CrossFilterSelection,
  findColumn,
  joinSeriesLabel,
  numberOfCell,
  panelColumnOf,
  readAnnotationLayer,
  splitSeriesLabel,
  toList,
  valueOfLine,
  withFields,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, type ResultColumn, type ResultTable } from '@powerset/contract';

export interface Panel {
  readonly name: string;
  readonly table: ResultTable;
}

export interface PanelNames {
  readonly panel: string;
  readonly axis: string;
  readonly metrics: readonly string[];
  /** Dimensions besides the panels' own. */
  readonly groups: readonly string[];
}

/** What the parts of a form's answer are called. */
export function panelNames(
  form: ChartForm,
  { metrics, groups }: { readonly metrics: readonly string[]; readonly groups: readonly string[] },
): PanelNames {
  const column = panelColumnOf(form);
  const panel = column === null ? '' : columnLabel(column);
  const { x_axis: axis } = form;
  // A form names its axis by text or by an ad-hoc column with a label.
  const label = typeof axis === 'string' ? axis : (axis as { readonly label?: unknown } | null | undefined)?.label;
  return { panel, metrics, groups: groups.filter((one) => one !== panel), axis: String(label ?? '__timestamp') };
}

/** The form of one panel: its names stand over all of them, its scale is that of all. */
export function panelForm(form: ChartForm, panels: readonly Panel[], { axis, panel }: PanelNames): ChartForm {
  const groups: readonly unknown[] = Array.isArray(form.groupby) ? form.groupby : [];
  const groupby = groups.filter((one) => one !== panel);
  const plain = { panel_by: null, groupby, show_legend: false, zoomable: false, x_axis_title: '', y_axis_title: '' };
  const isStacked = form.stack === 'Stack' || form.stack === true;
  const hasOwnScale =
    form.panel_scales === 'own' || form.truncateYAxis === true || form.logAxis === true || (form.stack && !isStacked);
  const lines = toList(form.annotation_layers)
    .flatMap((entry) => readAnnotationLayer(entry) ?? [])
    .flatMap((layer) => (layer.show ? (valueOfLine(layer) ?? []) : []));
  const extent = hasOwnScale ? null : sharedExtent(panels, { axis, isStacked, lines });
  return withFields(form, extent ? { ...plain, truncateYAxis: true, y_axis_bounds: extent } : plain);
}

/** A mark of a panel stands for the panel's own value too. */
export function withinPanel(selection: CrossFilterSelection, column: string, name: string): CrossFilterSelection {
  const own: CrossFilterSelection['filters'][number] =
    name === nullName ? { column, op: 'IS NULL', values: [] } : { column, op: 'IN', values: [name] };
  return { ...selection, filters: [...selection.filters, own] };
}

const nullName = '<NULL>';
const suffixes = ['__yhat_lower', '__yhat_upper', '__yhat'];

/** The answer of a chart as those of its panels: numbers and years in their order, others with the largest first. */
export function splitPanels(table: ResultTable, names: PanelNames): readonly Panel[] {
  const panels = findColumn(table, names.panel) ? splitRows(table, names.panel) : splitColumns(table, names);
  const areNumbers = panels.every(({ name }) => name.trim() !== '' && Number.isFinite(Number(name)));
  if (areNumbers) return [...panels].sort((a, b) => Number(a.name) - Number(b.name));
  const sizes = new Map(panels.map((panel) => [panel, sizeOf(panel, names.axis)]));
  return [...panels].sort((a, b) => sizes.get(b)! - sizes.get(a)! || a.name.localeCompare(b.name));
}

function sizeOf({ table }: Panel, axis: string): number {
  let size = 0;
  for (const column of table.columns)
    if (column.name !== axis && column.type === 'number')
      for (const value of column.values) size += Math.abs(numberOfCell(value) ?? 0);
  return size;
}

function splitRows(table: ResultTable, panel: string): readonly Panel[] {
  const keys = findColumn(table, panel)?.values ?? [];
  const rows = new Map<CellValue, number[]>();
  keys.forEach((key, row) => {
    const known = rows.get(key);
    if (known) known.push(row);
    else rows.set(key, [row]);
  });
  const others = table.columns.filter(({ name }) => name !== panel);
  return [...rows].map(([key, own]) => ({
    name: key === null ? nullName : String(key),
    table: {
      columns: others.map((column) => ({ ...column, values: own.map((row) => column.values[row] ?? null) })),
      rowCount: own.length,
    },
  }));
}

/** Of a table with a column for each series, the panel is a level of its label. */
function splitColumns(table: ResultTable, names: PanelNames): readonly Panel[] {
  const axis = findColumn(table, names.axis) ?? table.columns[0];
  const own = new Map<string, ResultColumn[]>();
  for (const column of table.columns) {
    if (column === axis) continue;
    const { panel, name } = readName(column.name, names);
    const known = own.get(panel);
    if (known) known.push({ ...column, name });
    else own.set(panel, [{ ...column, name }]);
  }
  return [...own].map(([name, columns]) => ({
    name,
    table: { columns: axis ? [axis, ...columns] : columns, rowCount: table.rowCount },
  }));
}

function readName(label: string, { metrics, groups }: PanelNames): { readonly panel: string; readonly name: string } {
  const suffix = suffixes.find((text) => label.endsWith(text)) ?? '';
  const pieces = splitSeriesLabel(label.slice(0, label.length - suffix.length));
  const at = pieces.length > groups.length + 1 ? 1 : 0;
  const rest = pieces.filter((_, index) => index !== at);
  // With one metric its name was taken away, and with its panel nothing would be left.
  const plain = rest.length === 0 ? (metrics[0] ?? '') : joinSeriesLabel(rest);
  const name = rest.length === 1 && groups.length === 0 ? rest[0]! : plain;
  return { panel: pieces[at] ?? '', name: name + suffix };
}

interface SharedScale {
  readonly axis: string;
  readonly isStacked: boolean;
  /** Values at which lines stand in each panel. */
  readonly lines?: readonly number[];
}

/** The ends of a value axis that all panels share, zero among them; null where there is nothing to share. */
export function sharedExtent(
  panels: readonly Panel[],
  { axis, isStacked, lines = [] }: SharedScale,
): readonly [number, number] | null {
  let [low, high] = [Math.min(0, ...lines), Math.max(0, ...lines)];
  for (const { table } of panels) {
    const series = table.columns.filter((column) => column.name !== axis && column.type === 'number');
    for (let row = 0; row < table.rowCount; row += 1) {
      let [below, above] = [0, 0];
      for (const { values } of series) {
        const value = numberOfCell(values[row]) ?? 0;
        if (!isStacked) [below, above] = [Math.min(below, value), Math.max(above, value)];
        else if (value < 0) below += value;
        else above += value;
      }
      low = Math.min(low, below);
      high = Math.max(high, above);
    }
  }
  return low === high ? null : [-roundUp(-low), roundUp(high)];
}

/** The next round number, so that the axis ends where it has a name. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 10].find((one) => value <= one * power * (1 + 1e-9)) ?? 10;
  return step * power;
}

/** How panels lie in a space: one below the other on a phone, else as near to squares as it goes. */
export function layoutPanels(
  count: number,
  { width, height, least = leastPanel }: { readonly width: number; readonly height: number; readonly least?: Size },
) {
  const most = Math.max(1, Math.floor(width / least.width));
  const wanted = Math.ceil(Math.sqrt((count * width) / Math.max(1, height) / 1.6));
  const columns = Math.max(1, Math.min(most, count, wanted));
  const rows = Math.ceil(count / columns);
  return {
    columns,
    width: Math.floor((width - gap * (columns - 1)) / columns),
    height: Math.max(least.height, Math.floor((height - gap * (rows - 1)) / rows)),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const leastPanel: Size = { width: 210, height: 132 };
/** A figure and the line below it take less than a plot. */
export const leastFigure: Size = { width: 200, height: 76 };
const gap = 12;
