import { findColumn, formatNumber, labelOfCell, toSexagesimal } from '@powerset/chart-kit';
import { columnLabel, type QueryColumn, type ResultTable } from '@powerset/contract';

/** What stands under the pointer. Texts are shown as texts, never as markup. */
export interface TipContent {
  readonly title?: string;
  readonly rows: readonly { readonly label: string; readonly value: string; readonly color?: string }[];
  /** Lines of a reader's own template. */
  readonly lines?: readonly string[];
}

export interface TipGiven {
  readonly table: ResultTable;
  readonly contents: readonly QueryColumn[];
  readonly template: string;
  readonly locale: string;
  readonly verboseNames: Readonly<Record<string, string>>;
}

const mostLines = 12;
const longestTemplate = 4000;

/** A cell as tooltips write it. */
function cellText({ table, locale }: TipGiven, name: string, row: number): string {
  const column = findColumn(table, name);
  const value = column?.values[row];
  if (column?.type === 'number' && typeof value === 'number') return formatNumber(',.6~f', value, locale);
  return labelOfCell(value, column).slice(0, 300);
}

/** So many different values of a mark's rows are told. */
const mostValues = 3;

/** A column of some rows: their different values, as far as there is room for them. */
function cellTexts(given: TipGiven, name: string, rows: readonly number[]): string {
  const texts = new Set<string>();
  for (const row of rows) {
    if (texts.size > mostValues) break;
    texts.add(cellText(given, name, row));
  }
  const shown = [...texts].slice(0, mostValues).join(', ');
  return texts.size > mostValues ? `${shown}, …` : shown;
}

/** What the form asks to be told of a mark's rows: its own template, else its own columns, else what the map tells by itself. */
export function tipOf(given: TipGiven, rows: number | readonly number[], usual: TipContent): TipContent {
  const list = typeof rows === 'number' ? [rows] : rows;
  const lines = given.template.trim() === '' ? [] : fillTemplate(given, list);
  if (lines.length > 0) return { rows: [], lines };
  if (given.contents.length === 0) return usual;
  const own = given.contents.map(columnLabel).map((name) => ({
    label: given.verboseNames[name] ?? name,
    value: cellTexts(given, name, list),
  }));
  const known = new Set(own.map(({ label }) => label));
  return { ...usual, rows: [...usual.rows.filter(({ label }) => !known.has(label)), ...own] };
}

/** The template's lines with the rows' values in its places. Its markup only breaks lines: nothing of it is run. */
function fillTemplate(given: TipGiven, rows: readonly number[]): readonly string[] {
  return given.template
    .slice(0, longestTemplate)
    .replace(/<(br|\/?(div|p|li|tr|h[1-6]|ul|ol|table))\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/{{{?\s*([^{}]+?)\s*}}}?/g, (_, name: string) => cellTexts(given, name, rows))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, mostLines);
}

/** A place as people read it, in degrees, minutes and seconds. */
export function placeText(longitude: number, latitude: number): string {
  const [across, along] = [Math.abs(latitude), Math.abs(longitude)].map(toSexagesimal);
  return `${across} ${latitude < 0 ? 'S' : 'N'}, ${along} ${longitude < 0 ? 'W' : 'E'}`;
}
