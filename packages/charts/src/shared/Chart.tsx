import {
  type AskedDrawing,
  type ChartDefinition,
  type CrossFilterSelection,
  columnsOf,
  completeForm,
  defaultTranslate,
  metricsOf,
  panelColumnOf,
  type Undrawn,
  withOwnLabels,
} from '@powerset/chart-kit';
import { columnLabel, metricLabel } from '@powerset/contract';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { type ChartInput, type ChartSpace, drawModel, toModelContext } from './draw-chart.ts';
import { findUndrawn } from './find-undrawn.ts';
import styles from './hint.module.css';
import { hintHeight } from './hint-height.ts';
import { type LazyView, useLazyView } from './lazy-view.ts';
import { factsWithin } from './mark-facts.ts';
import { useChartMaps } from './use-chart-maps.ts';
import { useChartTypes } from './use-chart-types.ts';
import { useRendered } from './use-rendered.ts';
import type { ChartViewProps } from './view-props.ts';

type Handlers = Pick<
  ChartViewProps,
  | 'onSelect'
  | 'onOwnState'
  | 'ownState'
  | 'onFormChanges'
  | 'onContextMenu'
  | 'onRendered'
  | 'onRenderError'
  | 'title'
  | 'noting'
  | 'brushing'
>;

export interface ChartProps extends ChartInput, ChartSpace, Handlers {
  readonly definition: ChartDefinition;
  /** The definition's view, from `chartViews`. */
  readonly view: LazyView;
  /** Shown while the view's code arrives. */
  readonly fallback?: ReactNode;
  /** Changes the form where its reader may; offered beside what the picture does not show. */
  readonly onRemedy?: (changes: Readonly<Record<string, unknown>>) => void;
  /** What is shown instead of the view when there is nothing to draw; told the reason when rows came all the same. */
  readonly empty?: (reason: Undrawn | null) => ReactNode;
}

const nothingSelected: readonly string[] = [];

/**
 * Results to picture: model, options, view. The model is made anew only when results, form or names change; a new size,
 * theme or selection only draws anew. Errors of any stage go to `onRenderError` and leave the space blank.
 */
export function Chart(props: ChartProps) {
  return (
    <ErrorCatcher key={props.definition.key} resetBy={[props.results, props.form]} onError={props.onRenderError}>
      <ArrivingChart {...props} />
    </ErrorCatcher>
  );
}

/** Nothing is worked out before the view's code is there. */
function ArrivingChart({ fallback, ...props }: ChartProps) {
  const View = useLazyView(props.view);
  if (!View) return fallback;
  if (props.definition.asked) return <AskedByMessage {...props} View={View} fallback={fallback} />;
  if (props.definition.mapsOf) return <MappedChart {...props} View={View} fallback={fallback} />;
  if (props.definition.typesOf) return <LayeredChart {...props} View={View} fallback={fallback} />;
  if (panelColumnOf(props.form) === null || !canSplit(props.definition)) return <DrawnChart {...props} View={View} />;
  return <PanelCharts {...props} View={View} fallback={fallback} />;
}

/** Only charts of plugins need what asks them. */
const AskedChart = lazy(async () => ({ default: (await import('./plugins/AskedChart.tsx')).AskedChart }));

/** Model and options come from where the plugin's code runs; the view takes them as they came. */
function AskedByMessage({ View, fallback, ...props }: ChartProps & { readonly View: ComponentType<ChartViewProps> }) {
  const { form } = props;
  const toView = ({ isEmpty, undrawn, picture }: AskedDrawing, height: number) => (
    <FinishedChart
      {...{ ...props, View, undrawn, isEmpty }}
      given={{ form, model: null, options: { picture }, height }}
    />
  );
  return (
    <Suspense fallback={fallback}>
      <AskedChart {...props} fallback={fallback} draw={toView} />
    </Suspense>
  );
}

/** Nothing is worked out before its maps are there either. */
function MappedChart({ View, fallback, ...props }: ChartProps & { readonly View: ComponentType<ChartViewProps> }) {
  const { definition, form } = props;
  const maps = useChartMaps(
    useMemo(() => definition.mapsOf?.(completeForm(definition, form)) ?? [], [definition, form]),
  );
  return maps ? <DrawnChart {...props} maps={maps} View={View} /> : fallback;
}

/** Nor before the chart types are there that it is made of. */
function LayeredChart({ View, fallback, ...props }: ChartProps & { readonly View: ComponentType<ChartViewProps> }) {
  const { definition, answers } = props;
  const typeOf = useChartTypes(useMemo(() => definition.typesOf?.(answers ?? []) ?? [], [definition, answers]));
  return typeOf ? <DrawnChart {...props} typeOf={typeOf} View={View} /> : fallback;
}

const canSplit = ({ sections }: ChartDefinition) =>
  sections.some(({ rows }) => rows.some((row) => row.some(({ name }) => name === 'panel_by')));

/** Only charts of panels need what lays them out. */
const PanelGrid = lazy(async () => ({ default: (await import('./PanelGrid.tsx')).PanelGrid }));

function PanelCharts({ View, fallback, ...props }: ChartProps & { readonly View: ComponentType<ChartViewProps> }) {
  const { definition, form, results, theme, width, height, verboseNames, colorOf, translate } = props;
  const own = useMemo(
    () => ({
      results: withOwnLabels(results, form),
      read: {
        metrics: metricsOf(form, 'metrics').map(metricLabel),
        groups: columnsOf(form, 'groupby').map(columnLabel),
      },
    }),
    [results, form],
  );
  return (
    <Suspense fallback={fallback}>
      <PanelGrid
        {...{ ...own, form, theme, width, height, verboseNames, colorOf, translate, noting: props.noting }}
        title={props.title ?? definition.name}
        draw={({ within, ...panel }) => (
          <DrawnChart {...props} {...panel} {...handlersWithin(props, within)} View={View} />
        )}
      />
    </Suspense>
  );
}

function DrawnChart({ View, ...props }: ChartProps & { readonly View: ComponentType<ChartViewProps> }) {
  const {
    definition,
    form,
    results,
    theme,
    verboseNames,
    columnFormats,
    currencies,
    colorOf,
    annotations,
    answers,
    maps,
    typeOf,
    now,
  } = props;
  const [from, to] = props.timeBounds ?? [];
  const timeBounds = useMemo(
    () => (from === undefined || to === undefined ? undefined : ([from, to] as const)),
    [from, to],
  );
  const { width, locale, translate } = props;
  const selectedLabels = props.selectedLabels ?? nothingSelected;
  const given = useMemo(
    () => ({ verboseNames, columnFormats, currencies, colorOf, locale, translate }),
    [verboseNames, columnFormats, currencies, colorOf, locale, translate],
  );
  const context = useMemo(
    () =>
      toModelContext(
        definition,
        { ...given, form, results: [], annotations, answers, maps, typeOf, timeBounds, now },
        theme,
      ),
    [definition, given, form, annotations, answers, maps, typeOf, timeBounds, now, theme],
  );
  const model = useMemo(() => definition.toModel(results, context), [definition, results, context]);
  const undrawn = useMemo(
    () => findUndrawn(definition, model, { context, results }),
    [definition, model, context, results],
  );
  const hint = undrawn?.isAll === false ? undrawn : null;
  const below = hint ? hintHeight(hint, props) : 0;
  const height = Math.max(1, props.height - below);
  const options = useMemo(
    () => drawModel(definition, model, { context, space: { theme, width, height, selectedLabels, translate } }),
    [definition, model, context, theme, width, height, selectedLabels, translate],
  );
  return (
    <FinishedChart
      {...{ ...props, View, undrawn }}
      isEmpty={definition.isEmpty?.(model) ?? false}
      given={{ form: definition.readForm(context.form), model, options, height }}
    />
  );
}

interface FinishedProps extends ChartProps {
  readonly View: ComponentType<ChartViewProps>;
  readonly undrawn: Undrawn | null;
  readonly isEmpty: boolean;
  readonly given: Pick<ChartViewProps, 'form' | 'model' | 'options' | 'height'>;
}

/** The view, with what it does not show below it; or why there is nothing. */
function FinishedChart({ View, undrawn, isEmpty, given, ...props }: FinishedProps) {
  if (props.empty !== undefined && (undrawn?.isAll || isEmpty)) return <EmptyChart {...props} reason={undrawn} />;
  return (
    <>
      <View {...{ ...props, ...given }} selectedLabels={props.selectedLabels ?? nothingSelected} />
      {undrawn?.isAll === false ? (
        <Hint
          reason={undrawn}
          height={props.height - given.height}
          translate={props.translate ?? defaultTranslate}
          onRemedy={props.onRemedy}
        />
      ) : null}
    </>
  );
}

/** What is chosen in a panel is chosen of that panel. */
function handlersWithin(
  { onSelect, onContextMenu }: ChartProps,
  within: (selection: CrossFilterSelection) => CrossFilterSelection,
): Handlers {
  return {
    // What follows before the brush is let go knows of no panels.
    brushing: undefined,
    ...(onSelect ? { onSelect: (selection) => onSelect(selection && within(selection)) } : {}),
    ...(onContextMenu
      ? {
          onContextMenu: ({ selection, mark, ...request }) =>
            onContextMenu({
              ...request,
              selection: selection && within(selection),
              mark: mark && factsWithin(mark, within),
            }),
        }
      : {}),
  };
}

interface HintProps extends Pick<ChartProps, 'onRemedy'> {
  readonly reason: Undrawn;
  readonly height: number;
  readonly translate: NonNullable<ChartProps['translate']>;
}

/** What the picture does not show, below it, with what changes that. */
function Hint({ reason: { title, remedy, also }, height, translate, onRemedy }: HintProps) {
  const text = translate(title.text, title.values);
  return (
    <p className={styles.hint} style={{ height }} title={text} data-test="chart-hint">
      {text}
      {[remedy, also].map((one) =>
        one && onRemedy ? (
          <button key={one.label} type="button" className={styles.remedy} onClick={() => onRemedy(one.changes)}>
            {translate(one.label)}
          </button>
        ) : null,
      )}
    </p>
  );
}

/** An empty chart is drawn too, as far as its frame is concerned. */
function EmptyChart({ empty, reason, results, onRendered }: ChartProps & { readonly reason: Undrawn | null }) {
  useRendered(results, onRendered);
  return <>{empty?.(reason)}</>;
}

interface CatcherProps {
  readonly children: ReactNode;
  readonly resetBy: readonly unknown[];
  readonly onError?: ((error: Error) => void) | undefined;
}

/** React catches errors of drawing in classes only. */
class ErrorCatcher extends Component<CatcherProps, { readonly failedFor: readonly unknown[] | null }> {
  override state: { readonly failedFor: readonly unknown[] | null } = { failedFor: null };

  override componentDidCatch(error: Error): void {
    this.setState({ failedFor: this.props.resetBy });
    this.props.onError?.(error);
  }

  static getDerivedStateFromError(): { readonly failedFor: readonly unknown[] } {
    return { failedFor: [] };
  }

  override componentDidUpdate(previous: CatcherProps): void {
    const hasChanged = previous.resetBy.some((value, index) => value !== this.props.resetBy[index]);
    if (this.state.failedFor !== null && hasChanged) this.setState({ failedFor: null });
  }

  override render(): ReactNode {
    return this.state.failedFor === null ? this.props.children : null;
  }
}
