import { EllipsisOutlined, LinkOutlined, MinusSquareOutlined } from '@ant-design/icons-svg';
import type { WireDashboardChart } from '@powerset/contract';
import { Badge, Button, classNames, IconButton, MenuButton } from '@powerset/ui';
import { memo, type ReactNode, type RefObject, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ChartRun } from '../../../chart-runs/index.ts';
import { formatDecimal, useT } from '../../../i18n/index.ts';
import { CertifiedMark } from '../../../lists/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import { isReachedBy, selectedLabelsOf } from '../filters/index.ts';
import { isUnderHeading, type LayoutNode } from '../layout/index.ts';
import { MarkdownText } from '../markdown/index.ts';
import { type DashboardState, datasetIdOf, layoutOf, useDashboard } from '../state/index.ts';
import styles from './ChartCard.module.css';
import type { ChartDialog } from './ChartDialogs.tsx';
import { ChartSpace } from './ChartSpace.tsx';
import { FilterBadge } from './FilterBadge.tsx';
import { partClasses } from './layout-parts.ts';
import { useCardType } from './use-card-type.ts';
import { useChartDrilling } from './use-chart-drilling.ts';
import { useChartMenu } from './use-chart-menu.ts';
import { useChartRun } from './use-chart-run.ts';
import { useElapsed } from './use-elapsed.ts';
import { useFullSize, useFullSizeEscape } from './use-full-size.ts';
import { useLate } from './use-late.ts';
import { useSeen } from './use-seen.ts';

export interface ChartCardProps {
  readonly node: LayoutNode;
  /** Tools of edit mode, instead of the menu. */
  readonly tools?: ReactNode;
}

/** Faster answers replace the picture without a sign of loading. */
const signDelayMs = 200;
const timerDelayMs = 1000;

const ChartDialogs = lazyPart(async () => (await import('./ChartDialogs.tsx')).ChartDialogs);

const bigNumbers = ['big_number', 'big_number_total'];

/** A chart in its frame: title, state, menu, picture. */
export const ChartCard = memo(function ChartCard({ node, tools }: ChartCardProps) {
  const t = useT();
  const chartId = node.meta.chartId ?? -1;
  const chart = useDashboard((state) => state.charts[chartId]);
  const isFull = useDashboard((state) => state.fullSizeChartId === chartId);
  const hidesControls = useDashboard((state) => state.features.hidesChartControls === true);
  const card = useRef<HTMLElement>(null);
  useSeen(card, chartId);
  const [dialog, setDialog] = useState<ChartDialog | null>(null);
  const definition = useCardType(String(chart?.form_data.viz_type ?? ''));
  const { run, payload, reload, stop } = useChartRun(chartId);
  const onPainted = useStateMark(card, run);
  const isOld = useLate(run?.status === 'loading' && run.tables !== null, signDelayMs);
  const selected = useDashboard((state) => state.crossMasks[String(chartId)]);
  const title = node.meta.sliceNameOverride || chart?.slice_name || node.meta.sliceName || t('[ untitled ]');
  const drilling = useChartDrilling({ chart, definition, payload, title });
  const menu = useChartMenu({ chart, title, run, payload, card, reload, drilling, openDialog: setDialog });
  useFullSizeEscape(chartId);
  const Heading = useDashboard((state) => (isUnderHeading(layoutOf(state), node.id) ? 'h3' : 'h2'));
  const labels = selectedLabelsOf(selected);
  const isMarked = useDashboard((state) => isMarkedIn(state, chart));
  return (
    <article
      ref={card}
      id={node.id}
      data-chart-id={chartId}
      data-full-size={isFull || undefined}
      data-highlighted={isMarked || undefined}
      className={classNames(
        partClasses.chartCard,
        `chart-slice dashboard-chart-id-${chartId}`,
        definition && bigNumbers.includes(definition.key) && styles.figure,
        isFull && styles.fullSize,
        isMarked && styles.marked,
      )}
      aria-label={title}
    >
      {isOld ? <Progress /> : null}
      <header className={classNames('chart-header', styles.head)}>
        <CertifiedMark by={chart?.certified_by} details={chart?.certification_details} />
        <Heading dir="auto" className="header-title" title={title}>
          {title}
        </Heading>
        <div className={classNames('header-controls', styles.tools)}>
          {labels.length > 0 ? (
            <Badge kind="accent" icon={LinkOutlined}>
              {labels.join(', ')}
            </Badge>
          ) : null}
          <WaitNote chartId={chartId} />
          {run?.status === 'loading' ? <Timer startedAtMs={run.startedAtMs} onStop={stop} /> : null}
          {tools ? null : <FilterBadge chartId={chartId} run={run} payload={payload} />}
          {isFull ? <ExitFull /> : null}
          {tools ??
            (hidesControls ? null : (
              <span className={styles.menu} data-not-drawn>
                <MenuButton
                  trigger={
                    <IconButton icon={EllipsisOutlined} size="small" label={t('More actions')} hasTooltip={false} />
                  }
                  label={t('More actions')}
                  placement="bottom-end"
                  items={menu}
                />
              </span>
            ))}
        </div>
      </header>
      <Description of={chart} />
      <ChartSpace {...{ chart, definition, run, payload, title, reload, node, isOld, onPainted, drilling }} />
      {drilling.layer}
      {dialog && chart ? (
        <Suspense fallback={null}>
          <ChartDialogs dialog={dialog} title={title} run={run} payload={payload} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
    </article>
  );
});

/** A filter that reaches the chart is pointed at. */
function isMarkedIn(state: DashboardState, chart: WireDashboardChart | undefined): boolean {
  const { focusedFilterField: id, filters, crossMasks, crossScopes, datasets } = state;
  if (id === null || !chart) return false;
  const columns = datasets[datasetIdOf(chart) ?? -1]?.columns;
  return isReachedBy(id, { filters, crossMasks, crossScopes, chartId: chart.id, columns });
}

/**
 * Keeps the card's `data-chart-state`, and takes the key of each answer whose picture is on the screen. Written past
 * React, which would draw the card once more for it.
 */
function useStateMark(card: RefObject<HTMLElement | null>, run: ChartRun | undefined): (key: string) => void {
  const painted = useRef<string | null>(null);
  const current = useRef(run);
  const mark = useCallback(() => {
    card.current?.setAttribute('data-chart-state', stateMark(current.current, painted.current));
  }, [card]);
  useLayoutEffect(() => {
    current.current = run;
    mark();
  }, [run, mark]);
  return useCallback(
    (key: string) => {
      painted.current = key;
      mark();
    },
    [mark],
  );
}

/** Where the picture stands, for measurements and tests: `idle` until it is asked, `ready` once what was asked last is on the screen. */
function stateMark(run: ChartRun | undefined, paintedKey: string | null): string {
  if (!run) return 'idle';
  if (run.status === 'loading') return 'loading';
  if (run.status === 'failed' || run.status === 'stopped') return 'error';
  return paintedKey === run.key || !run.tables?.some((table) => table.rowCount > 0) ? 'ready' : 'loading';
}

/** What a chart is about, where the dashboard says that it is shown. */
function Description({ of: chart }: { of: WireDashboardChart | undefined }) {
  const isExpanded = useDashboard((state) => Boolean(state.metadata.expanded_slices?.[String(chart?.id)]));
  if (!isExpanded || !chart?.description) return null;
  return (
    <div className={classNames('slice_description', styles.description)}>
      <MarkdownText text={chart.description} />
    </div>
  );
}

/** While somebody drags over another chart: this one follows when that is let go. */
function WaitNote({ chartId }: { chartId: number }) {
  const t = useT();
  const waits = useDashboard((state) => state.brushWaits.includes(chartId));
  return waits ? <span className={styles.waits}>{t('Follows when you let go')}</span> : null;
}

function Progress() {
  return (
    <div className={styles.progress} aria-hidden="true">
      <i />
    </div>
  );
}

/** After a second: how long it has been, and the way to end it. */
function Timer(props: { startedAtMs: number; onStop: () => void }) {
  return useLate(true, timerDelayMs) ? <RunningTimer {...props} /> : null;
}

function RunningTimer({ startedAtMs, onStop }: { startedAtMs: number; onStop: () => void }) {
  const t = useT();
  const seconds = useElapsed(startedAtMs);
  return (
    <>
      <span className={styles.timer}>{t('{{seconds}} s', { seconds: formatDecimal(seconds.toFixed(1)) })}</span>
      <Button kind="text" size="small" onClick={onStop}>
        {t('Stop')}
      </Button>
    </>
  );
}

function ExitFull() {
  const t = useT();
  const { leave } = useFullSize();
  return <IconButton icon={MinusSquareOutlined} size="small" label={t('Exit fullscreen')} onClick={leave} />;
}
