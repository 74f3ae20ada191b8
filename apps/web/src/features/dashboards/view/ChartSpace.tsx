import { DatabaseOutlined, StopOutlined } from '@ant-design/icons-svg';
import { type ChartDefinition, type CrossFilterSelection, timeBoundsOf } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { type Brushing, Chart, chartViews } from '@powerset/charts/views';
import type { WireDashboardChart } from '@powerset/contract';
import { ChartSkeleton, classNames, ErrorBox, type SkeletonShape } from '@powerset/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../../api/index.ts';
import { type ChartRun, keepLayout, useAnswerTime, useChartTranslate } from '../../../chart-runs/index.ts';
import type { Drilling } from '../../../drilling/index.ts';
import { serverText, useLanguage, useT } from '../../../i18n/index.ts';
import { addresses, tellIfCodeIsGone, useSession } from '../../../shell/index.ts';
import { selectedLabelsOf } from '../filters/index.ts';
import type { LayoutNode } from '../layout/index.ts';
import {
  type ChartPayload,
  datasetIdOf,
  isCrossFiltering,
  useDashboard,
  useLook,
  useOpenDashboard,
} from '../state/index.ts';
import { CardBody } from './CardBody.tsx';
import styles from './ChartSpace.module.css';
import { Failure, NoData, Notice, Stopped } from './ChartStates.tsx';
import { type Size, useSize } from './use-size.ts';

export interface ChartSpaceProps {
  readonly node: LayoutNode;
  readonly chart: WireDashboardChart | undefined;
  readonly definition: ChartDefinition | undefined;
  readonly run: ChartRun | undefined;
  readonly payload: ChartPayload | undefined;
  readonly title: string;
  readonly reload: () => void;
  /** The next answer has been waited for long enough to say so. */
  readonly isOld: boolean;
  /** What its marks lead to. */
  readonly drilling: Drilling;
  /** Told the key of the answer whose picture is on the screen. */
  readonly onPainted: (key: string) => void;
}

/** What a card shows: picture, skeleton, error, or why there is nothing. */
export function ChartSpace(props: ChartSpaceProps) {
  const t = useT();
  const { chart, definition, run } = props;
  if (!chart)
    return (
      <Notice
        icon={StopOutlined}
        title={t('This chart no longer exists')}
        text={t('It was deleted. Remove it from the dashboard in edit mode.')}
      />
    );
  if (chart.is_dataset_missing)
    return (
      <Notice
        icon={DatabaseOutlined}
        title={t('Missing dataset')}
        text={t('The dataset linked to this chart may have been deleted.')}
      />
    );
  if (!definition) return <NoType type={String(chart.form_data.viz_type)} />;
  if (run?.status === 'failed')
    return <Failure chart={chart} definition={definition} run={run} reload={props.reload} />;
  if (run?.status === 'stopped' && !run.tables) return <Stopped reload={props.reload} />;
  return <Space {...props} chart={chart} definition={definition} />;
}

/** Why a chart's type is not at hand: on its way, not to be had, refused by the server, or unknown. */
function NoType({ type }: { type: string }) {
  const t = useT();
  const { bootstrap } = useSession();
  if (chartTypes.all.some(({ key }) => key === type)) {
    const failure = chartTypes.failureOf(type);
    if (failure !== undefined)
      return <Notice icon={StopOutlined} title={t('This chart could not be drawn')} text={errorText(failure)} />;
    if (chartTypes.isAdded(type)) return <ChartSkeleton />;
    const text = t('The code that draws it did not come. Reload the page to try again.');
    return <Notice icon={StopOutlined} title={t('This chart could not be drawn')} text={text} />;
  }
  const refused = bootstrap.refusedPlugins?.find(({ key }) => key === type);
  if (refused) {
    const title = t('The plugin {{name}} is not offered', { name: refused.name });
    return <Notice icon={StopOutlined} title={title} text={serverText(refused.reason)} />;
  }
  return (
    <Notice
      icon={StopOutlined}
      title={t('This chart type cannot be drawn')}
      text={t('The type {{type}} is not known here. Open the chart and choose another one.', { type })}
    />
  );
}

/** The shape of what comes, by chart type; bars unless said. */
const shapes: Readonly<Record<string, SkeletonShape>> = {
  big_number: 'figure',
  big_number_total: 'figure',
  pie: 'circle',
  table: 'rows',
  pivot_table_v2: 'rows',
};

/** The room for the picture. It is there before the answer, so that its size is known when the answer comes. */
function Space({ run, isOld, ...props }: ChartSpaceProps & Pick<PictureProps, 'chart' | 'definition'>) {
  const space = useRef<HTMLDivElement>(null);
  const size = useSize(space);
  return (
    <CardBody>
      <AnnotationErrors errors={run?.results[0]?.annotation_error} />
      <div
        ref={space}
        className={classNames('slice_container', styles.space, isOld && styles.old)}
        aria-busy={isOld || undefined}
        {...props.drilling.frame}
      >
        {run?.tables ? (
          <Picture {...props} run={run} size={size} />
        ) : (
          <ChartSkeleton isIdle={!run} shape={shapes[props.definition.key]} />
        )}
      </div>
    </CardBody>
  );
}

interface PictureProps extends Omit<ChartSpaceProps, 'isOld'> {
  readonly chart: WireDashboardChart;
  readonly definition: ChartDefinition;
  readonly run: ChartRun;
  readonly size: Size;
}

/** What a chart remembers of what its reader did, of which this browser keeps the places of columns. */
function useOwnState(chartId: number) {
  const setOwnState = useDashboard((state) => state.setOwnState);
  const ownState = useDashboard((state) => state.ownStates[chartId]);
  const onOwnState = useCallback(
    (state: Readonly<Record<string, unknown>>) => {
      keepLayout(chartId, state);
      setOwnState(chartId, state);
    },
    [setOwnState, chartId],
  );
  return [ownState, onOwnState] as const;
}

function Picture({ chart, definition, run, payload, title, node, size, onPainted, drilling }: PictureProps) {
  const language = useLanguage();
  const translate = useChartTranslate();
  const { theme, colorOf: colorOfAll } = useLook();
  const chartId = chart.id;
  const colorOf = useCallback((label: string) => colorOfAll(chartId, label), [colorOfAll, chartId]);
  const dataset = useDashboard((state) => state.datasets[datasetIdOf(chart) ?? -1]);
  const mask = useDashboard((state) => state.crossMasks[String(chart.id)]);
  const takesSelections = useDashboard((state) => isCrossFiltering(state) && !state.editMode);
  const [ownState, onOwnState] = useOwnState(chartId);
  const [drawError, setDrawError] = useState<Error | null>(null);
  const View = chartViews[definition.key];
  const labels = useMemo(() => selectedLabelsOf(mask), [mask]);
  // The picture on the screen belongs to the answer that made it, not to the one under way.
  const shown = useRef({ form: payload?.form, tables: run.tables, results: run.results });
  if (run.status !== 'loading' && payload)
    shown.current = { form: payload.form, tables: run.tables, results: run.results };
  const { form, tables, results } = shown.current;
  const [first] = results;
  const timeBounds = useMemo(() => timeBoundsOf(first), [first]);
  const now = useAnswerTime(results);
  const paintedKey = run.status === 'loading' ? null : run.key;
  const tellPainted = useCallback(() => {
    if (paintedKey !== null) onPainted(paintedKey);
  }, [paintedKey, onPainted]);
  const canEmit = takesSelections && definition.behaviors.includes('INTERACTIVE_CHART');
  const openChanged = useOpenChanged(chart);
  const { onSelect, brushing } = useChoosing(chartId);
  const onRenderError = useCallback((error: Error) => {
    tellIfCodeIsGone(error);
    setDrawError(error);
  }, []);
  return (
    <>
      {drawError ? <NotDrawn error={drawError} isAsked={definition.asked !== undefined} /> : null}
      {View && form && tables && size.width > 0 && !drawError ? (
        <Chart
          key={node.id}
          definition={definition}
          view={View}
          form={form}
          results={tables}
          theme={theme}
          colorOf={colorOf}
          {...size}
          locale={language}
          translate={translate}
          title={title}
          verboseNames={dataset?.verbose_map}
          columnFormats={dataset?.column_formats}
          currencies={dataset?.currency_formats}
          annotations={first?.annotation_data ?? undefined}
          timeBounds={timeBounds}
          now={now}
          answers={results}
          selectedLabels={labels}
          ownState={ownState}
          onOwnState={onOwnState}
          onSelect={canEmit ? onSelect : undefined}
          brushing={canEmit ? brushing : undefined}
          onContextMenu={drilling.onContextMenu}
          onRendered={tellPainted}
          onRenderError={onRenderError}
          onRemedy={openChanged}
          fallback={<ChartSkeleton shape={shapes[definition.key]} />}
          empty={(reason) => <NoData {...{ size, reason, translate }} chartId={chart.id} onRemedy={openChanged} />}
        />
      ) : null}
    </>
  );
}

/** What a plugin did wrong is said at once; the words of other code help few. */
function NotDrawn({ error, isAsked }: { error: Error; isAsked: boolean }) {
  const t = useT();
  const title = t('This chart could not be drawn');
  return isAsked ? <ErrorBox title={title} text={error.message} /> : <ErrorBox title={title} details={error.message} />;
}

/** What is chosen in a chart filters the others, which follow while somebody drags over it. */
function useChoosing(chartId: number) {
  const { brushes } = useOpenDashboard();
  const select = useDashboard((state) => state.select);
  const onSelect = useCallback(
    (selection: CrossFilterSelection | null) => {
      brushes.settle();
      select(chartId, selection);
    },
    [brushes, select, chartId],
  );
  const brushing = useMemo(
    (): Brushing => ({
      ready: (choices) => brushes.ready(chartId, choices),
      move: (choices, chosen) => brushes.move(chartId, choices, chosen),
    }),
    [brushes, chartId],
  );
  return { onSelect, brushing };
}

/** Leads whoever may change the chart to it with a mend in place, to be looked at and saved. */
function useOpenChanged({ id, is_editable: isEditable }: WireDashboardChart) {
  const navigate = useNavigate();
  const { can } = useSession();
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const isEditing = useDashboard((state) => state.editMode);
  if (!isEditable || isEditing || !can('can_explore', 'Superset')) return undefined;
  return (changes: Readonly<Record<string, unknown>>) =>
    void navigate(addresses.changedChart(id, changes, dashboardId));
}

/** Layers that could not be drawn, by name; their reasons on the line's tip. The chart itself stands. */
function AnnotationErrors({ errors = {} }: { errors: Readonly<Record<string, string>> | undefined }) {
  const t = useT();
  const names = Object.keys(errors);
  if (names.length === 0) return null;
  const reasons = Object.entries(errors).map(([name, reason]) => `${name}: ${reason}`);
  return (
    <p className={styles.problem} role="alert" title={reasons.join('\n')}>
      {t('Annotation layers failed: {{names}}', { names: names.join(', ') })}
    </p>
  );
}
