/** For the tests of controls: what a form asks the server and what is drawn of it, so that two forms can be compared. */
import {
  type AnnotationRecords,
  type ChartDefinition,
  type ChartForm,
  type ControlDefinition,
  choicesOf,
  completeForm,
  controlsOf,
  type FormContext,
  isControlVisible,
  lightChartTheme,
  type ModelContext,
  panelColumnOf,
} from '@powerset/chart-kit';
import type { QueryObject, ResultTable } from '@powerset/contract';
import * as echarts from 'echarts';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { drawModel, toModelContext } from './shared/draw-chart.ts';
import { panelForm, panelNames, splitPanels } from './shared/panels.ts';
import { withNotes } from './shared/series-notes.ts';
import type { SeriesOptions } from './shared/series-options.ts';
import type { ChartViewProps } from './shared/view-props.ts';

/** A control, changed from its default (or from `from`) to `to`, in a chart on which the change shows. */
export interface ControlCase {
  readonly to: unknown;
  readonly from?: unknown;
  /** What the form needs besides, for the control to be offered and to matter. */
  readonly form?: Readonly<Record<string, unknown>>;
  readonly results?: readonly ResultTable[];
  readonly width?: number;
  readonly height?: number;
  /** A form in which the control is not offered. */
  readonly hiddenBy?: Readonly<Record<string, unknown>>;
  /** Values of the choices, in their order. */
  readonly choices?: readonly unknown[];
}

export interface ControlCases {
  readonly definition: ChartDefinition;
  readonly view: ComponentType<ChartViewProps>;
  readonly form: Readonly<Record<string, unknown>>;
  readonly results: readonly ResultTable[];
  /** Those that it is drawn on. */
  readonly maps?: ModelContext['maps'];
  readonly cases: Readonly<Record<string, ControlCase>>;
  /** Controls that nobody sees, which follow the dataset. */
  readonly hidden?: readonly string[];
}

/** The dataset of all cases. */
export const dataset: FormContext = {
  columns: [
    { name: 'at', type: 'temporal' },
    { name: 'seen', type: 'temporal' },
    { name: 'city', type: 'string' },
    { name: 'kind', type: 'string' },
    { name: 'age', type: 'number' },
  ],
  metrics: [{ name: 'revenue' }, { name: 'orders' }],
  timeGrains: [
    { value: 'P1D', label: 'Day' },
    { value: 'P1M', label: 'Month' },
    { value: 'P1Y', label: 'Year' },
  ],
  mainTemporalColumn: 'at',
  maxRows: 100_000,
};

export interface Effect {
  readonly form: ChartForm;
  readonly queries: string;
  readonly picture: string;
}

interface Drawing {
  readonly option?: Readonly<Record<string, unknown>>;
  readonly plot?: { readonly series: readonly { readonly id: string }[] };
}

const annotations: Readonly<Record<string, AnnotationRecords>> = {};

/** What a form comes to: its queries, and its picture with the tooltip of the first mark. */
export function effectOf(given: ControlCases, changes: Readonly<Record<string, unknown>>, own: ControlCase): Effect {
  const { definition } = given;
  const form = completeForm(definition, { ...given.form, ...changes, viz_type: definition.key }, dataset);
  const timeBounds = [Date.UTC(2024, 0, 1), Date.UTC(2027, 0, 1)] as const;
  const { maps } = given;
  const input = { ...smallestPanel(form, own.results ?? given.results), annotations, timeBounds, maps };
  const context = toModelContext(definition, input, lightChartTheme);
  const model = definition.toModel(input.results, context);
  const space = { theme: lightChartTheme, width: own.width ?? 620, height: own.height ?? 300 };
  const drawn = drawModel(definition, model, { context, space }) as Drawing;
  const options = form.chart_notes && drawn.plot ? withNotes(drawn as SeriesOptions) : drawn;
  const view = createElement(given.view, {
    ...space,
    definition,
    form: definition.readForm(input.form),
    model,
    options,
    selectedLabels: [],
  });
  return {
    form,
    queries: JSON.stringify(definition.toQueries(form).map(withoutAnnotations)),
    picture: [renderToStaticMarkup(view), ...echartsPicture(options as Drawing, space)].join('\n'),
  };
}

/** Of a chart of panels the smallest is looked at, which a shared scale changes most. */
function smallestPanel(form: ChartForm, results: readonly ResultTable[]) {
  if (panelColumnOf(form) === null || !results[0]) return { form, results };
  const read = { metrics: ['revenue'], groups: [] };
  const names = panelNames(form, read);
  const panels = splitPanels(results[0], names);
  return { form: panelForm(form, panels, names), results: panels.slice(-1).map(({ table }) => table) };
}

function withoutAnnotations({ annotation_layers: _, ...query }: QueryObject): unknown {
  return query;
}

function echartsPicture(drawing: Drawing, { width, height }: { readonly width: number; readonly height: number }) {
  const { option } = drawing;
  if (!option) return [];
  // Ids are counted up from chart to chart.
  const svg = toSvg(option, { width, height }).replaceAll(/\bzr\d+-(cls-)?[a-z]?\d+/g, '');
  const tooltip = option.tooltip as { readonly trigger: string; readonly formatter: (hits: unknown) => string };
  const hits = drawing.plot?.series.map(({ id }) => ({ seriesId: id, dataIndex: 0 })) ?? { dataIndex: 0 };
  return [svg, tooltip.trigger, tooltip.formatter(hits), JSON.stringify(option.dataZoom ?? null), handlingOf(option)];
}

/** What pointing, dragging and scrolling do, which no picture shows. */
function handlingOf({ series }: NonNullable<Drawing['option']>): string {
  return JSON.stringify(
    [series].flat().map((one: unknown) => {
      // Only the fields that say how a series is handled are read.
      const { roam, draggable, selectedMode, emphasis } = Object(one) as Readonly<Record<string, unknown>>;
      return { roam, draggable, selectedMode, focus: Object(emphasis).focus };
    }),
  );
}

function toSvg(option: echarts.EChartsCoreOption, size: { readonly width: number; readonly height: number }): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

/** What is wrong with one case; an empty list means that the control does what it says. */
export function faultsOf(given: ControlCases, name: string): readonly string[] {
  const own = given.cases[name];
  const control = controlsOf(given.definition).find((one) => one.name === name);
  if (!own || !control) return [`there is no ${own ? 'control' : 'case'}`];
  const base = { ...own.form, ...('from' in own ? { [name]: own.from } : {}) };
  const before = effectOf(given, base, own);
  const after = effectOf(given, { ...base, [name]: own.to }, own);
  const asksOtherwise = before.queries !== after.queries;
  const looksOtherwise = before.picture !== after.picture;
  const faults: (string | false)[] = [
    !isControlVisible(control, { ...dataset, form: after.form }) && 'is not offered',
    JSON.stringify(after.form[name]) !== JSON.stringify(own.to) && 'does not keep its value',
    JSON.stringify(before.form[name]) === JSON.stringify(after.form[name]) && 'starts from where it goes',
    control.changes === 'query' && !asksOtherwise && 'asks the same queries',
    control.changes === 'drawing' && asksOtherwise && 'asks other queries without saying so',
    control.changes === 'drawing' && !looksOtherwise && 'draws the same picture',
    ...choiceFaults(control, own, after.form),
    own.hiddenBy !== undefined && isOffered(given, control, own.hiddenBy) && 'is offered where it does nothing',
  ];
  return faults.filter((fault): fault is string => fault !== false);
}

function choiceFaults(control: ControlDefinition, own: ControlCase, form: ChartForm): readonly (string | false)[] {
  const values = choicesOf(control, { ...dataset, form }).map((choice) => choice.value);
  const isAsked = own.choices !== undefined && JSON.stringify(values) !== JSON.stringify(own.choices);
  const isListed = !['select', 'radio'].includes(control.type) || own.choices !== undefined || control.isFreeForm;
  return [isAsked && `has the choices ${JSON.stringify(values)}`, !isListed && 'has choices that no case names'];
}

function isOffered(given: ControlCases, control: ControlDefinition, changes: Readonly<Record<string, unknown>>) {
  const raw = { ...given.form, ...changes, viz_type: given.definition.key };
  const form = completeForm(given.definition, raw, dataset);
  return isControlVisible(control, { ...dataset, form });
}
