import {
  assignColors,
  type ChartForm,
  type ChartTheme,
  type CrossFilterSelection,
  defaultTranslate,
  findColumn,
  labelOfCell,
  type SharedColors,
  splitSeriesLabel,
} from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import type { ChartInput } from './draw-chart.ts';
import type { Noting } from './noting.ts';
import styles from './PanelGrid.module.css';
import { notesWithin } from './panel-notes.ts';
import {
  layoutPanels,
  leastFigure,
  type Panel,
  type PanelNames,
  panelForm,
  panelNames,
  splitPanels,
  withinPanel,
} from './panels.ts';

/** What one panel is drawn from and in. */
export interface PanelDrawing extends Pick<ChartInput, 'colorOf'> {
  readonly form: ChartForm;
  readonly results: readonly ResultTable[];
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** How notes are put on it, where they may be. */
  readonly noting: Noting | undefined;
  /** What a mark of it stands for as a filter. */
  readonly within: (selection: CrossFilterSelection) => CrossFilterSelection;
}

interface Form {
  readonly metrics: readonly string[];
  readonly groups: readonly string[];
}

export interface PanelGridProps extends Pick<ChartInput, 'form' | 'results' | 'colorOf' | 'verboseNames'> {
  readonly read: Form;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly noting?: Noting | undefined;
  readonly translate?: ((text: string, values?: Readonly<Record<string, unknown>>) => string) | undefined;
  readonly draw: (panel: PanelDrawing) => ReactNode;
}

/** So many panels are drawn before somebody asks for more, and at most. */
const firstPanels = 24;
const mostPanels = 100;
const nameHeight = 20;

/** A small chart for each value of a column: same axes, same colours, one cursor. */
export function PanelGrid(props: PanelGridProps) {
  const { form, read, results, width, height, translate = defaultTranslate } = props;
  const [isAll, setIsAll] = useState(false);
  const { names, panels, forms, colors, entries } = usePanels(props);
  const grid = useRef<HTMLDivElement>(null);
  const shown = panels.slice(0, isAll ? mostPanels : firstPanels);
  const left = panels.length - shown.length;
  const hasLegend = entries.length > 1;
  const layout = layoutPanels(shown.length, {
    width: width - 8,
    height: height - (hasLegend ? 24 : 0) - (left > 0 ? 36 : 0),
    ...(isOfFigures(read) ? { least: leastFigure } : {}),
  });
  const plots = useMemo(() => new Map(panels.map((panel) => [panel, [panel.table]])), [panels]);
  const noted = useMemo(
    () => new Map(panels.map((panel) => [panel, notesWithin(panel.name, forms, props.noting)])),
    [panels, forms, props.noting],
  );
  if (panels.length === 0)
    return props.draw({ ...props, form: forms, results, noting: undefined, within: (selection) => selection });
  const follow = (x: number | null) => {
    if (x === null) grid.current?.style.removeProperty('--cursor');
    else grid.current?.style.setProperty('--cursor', `${x}px`);
  };
  return (
    <div className={styles.scroller} style={{ width, height }} data-test="panels">
      {hasLegend ? <Legend entries={entries} colorOf={colors.own} /> : null}
      <div
        ref={grid}
        className={styles.grid}
        style={{ gridTemplateColumns: `repeat(${layout.columns}, ${layout.width}px)` }}
        data-cursor={form.orientation === 'horizontal' ? undefined : true}
      >
        {shown.map((panel) => (
          <div
            key={panel.name}
            className={styles.panel}
            onPointerMove={(event) => follow(event.clientX - event.currentTarget.getBoundingClientRect().left)}
            onPointerLeave={() => follow(null)}
          >
            <div className={styles.name} title={panel.name}>
              {panel.name}
            </div>
            {props.draw({
              form: noted.get(panel)?.form ?? forms,
              noting: noted.get(panel)?.noting,
              results: plots.get(panel) ?? [],
              width: layout.width,
              height: layout.height - nameHeight,
              title: `${props.title}, ${panel.name}`,
              colorOf: colors.given,
              within: (selection) => withinPanel(selection, names.panel, panel.name),
            })}
          </div>
        ))}
      </div>
      {left > 0 ? (
        <p className={styles.more}>
          {isAll ? (
            translate('and {{count}} more', { count: left })
          ) : (
            <button type="button" className={styles.button} onClick={() => setIsAll(true)}>
              {translate('and {{count}} more', { count: left })}
            </button>
          )}
        </p>
      ) : null}
    </div>
  );
}

const isOfFigures = ({ metrics, groups }: Form) => metrics.length === 0 && groups.length === 0;

function usePanels({ form, read, results, theme, colorOf, verboseNames }: PanelGridProps) {
  const [table] = results;
  const names = useMemo(() => panelNames(form, read), [form, read]);
  const panels = useMemo(() => (table ? splitPanels(table, names) : []), [table, names]);
  const entries = useMemo(() => legendEntries(panels, names, verboseNames ?? {}), [panels, names, verboseNames]);
  const isNamed = names.metrics.length === 0 && entries.length > 1 && entries.length < mostEntries;
  const forms = useMemo(() => {
    const own = panelForm(form, panels, names);
    // Names that stand in the legend of all would leave small pies no room.
    return isNamed && (form.label_type ?? 'key') === 'key' ? { ...own, show_labels: false } : own;
  }, [form, panels, names, isNamed]);
  const colors = useMemo(() => {
    const given = colorOf ?? assignColors({ scheme: String(form.color_scheme ?? ''), labelColors: {}, theme });
    const own = 'forChart' in given ? (given as SharedColors).forChart() : given;
    return { given, own };
  }, [colorOf, form.color_scheme, theme]);
  return { names, panels, forms, entries, colors };
}

const mostEntries = 12;

/** What has a colour in all panels, by the names that charts give their series. */
function legendEntries(
  panels: readonly Panel[],
  { axis, groups, metrics }: PanelNames,
  verboseNames: Readonly<Record<string, string>>,
): readonly string[] {
  const labels = new Set<string>();
  // Of a table with a row for each part, as slices have, the dimensions name what is coloured.
  if (metrics.length === 0) {
    for (const { table } of groups.length > 0 ? panels : []) {
      const columns = groups.map((name) => findColumn(table, name));
      for (let row = 0; row < table.rowCount && labels.size < mostEntries; row += 1)
        labels.add(columns.map((column) => labelOfCell(column?.values[row] ?? null, column)).join(', '));
    }
    return [...labels];
  }
  for (const { table } of panels)
    for (const { name } of table.columns) {
      if (name === axis || findColumn(table, axis)?.name === name) continue;
      const pieces = groups.length === 0 ? [name] : splitSeriesLabel(name);
      const hasMetric = pieces.length > groups.length;
      const own = hasMetric && metrics.length === 1 && groups.length > 0 ? pieces.slice(1) : pieces;
      labels.add(
        own.map((piece, index) => (hasMetric && index === 0 ? (verboseNames[piece] ?? piece) : piece)).join(', '),
      );
    }
  return [...labels].slice(0, mostEntries);
}

function Legend({
  entries,
  colorOf,
}: {
  readonly entries: readonly string[];
  readonly colorOf: (label: string, index: number) => string;
}) {
  return (
    <ul className={styles.legend}>
      {entries.map((label, index) => (
        <li key={label}>
          <i style={{ '--color': colorOf(label, index) } as CSSProperties} />
          {label}
        </li>
      ))}
    </ul>
  );
}
