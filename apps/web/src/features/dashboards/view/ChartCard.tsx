import { EllipsisOutlined, LinkOutlined, MinusSquareOutlined } from '@ant-design/icons';
import { chartDefinitions } from '@powerset/charts/definitions';
import { Badge, Button, classNames, IconButton, MenuButton } from '@powerset/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { selectedLabelsOf } from '../filters/index.ts';
import type { LayoutNode } from '../layout/index.ts';
import type { ChartRun } from '../loading/chart-runs.ts';
import { useDashboard } from '../state/dashboard-context.tsx';
import { type ChartDialog, ChartDialogs } from './ChartDialogs.tsx';
import { ChartSpace } from './ChartSpace.tsx';
import { findChartDefinition } from './chart-types.ts';
import { useChartMenu } from './use-chart-menu.ts';
import { useChartRun } from './use-chart-run.ts';
import { useElapsed } from './use-elapsed.ts';
import { useSeen } from './use-seen.ts';

export interface ChartCardProps {
  readonly node: LayoutNode;
  /** Tools of edit mode, instead of the menu. */
  readonly tools?: ReactNode;
}

const bigNumbers = ['big_number', 'big_number_total'];

/** A chart in its frame: title, state, menu, picture. */
export function ChartCard({ node, tools }: ChartCardProps) {
  const t = useT();
  const chartId = node.meta.chartId ?? -1;
  const chart = useDashboard((state) => state.charts[chartId]);
  const isFull = useDashboard((state) => state.fullSizeChartId === chartId);
  const card = useRef<HTMLElement>(null);
  const isSeen = useSeen(card);
  const [dialog, setDialog] = useState<ChartDialog | null>(null);
  const [paintedKey, setPaintedKey] = useState<string | null>(null);
  const definition = findChartDefinition(chartDefinitions, String(chart?.form_data.viz_type ?? ''));
  const { run, payload, reload, stop } = useChartRun({ chart, definition, isSeen });
  const selected = useDashboard((state) => state.crossMasks[String(chartId)]);
  const title = node.meta.sliceNameOverride || chart?.slice_name || node.meta.sliceName || t('[ untitled ]');
  const menu = useChartMenu({ chart, title, run, payload, card, reload, openDialog: setDialog });
  useFullSizeEscape(isFull);
  const labels = selectedLabelsOf(selected);
  return (
    <article
      ref={card}
      id={node.id}
      data-chart-id={chartId}
      data-chart-state={stateMark(run, paintedKey)}
      className={classNames('cc', definition && bigNumbers.includes(definition.key) && 'is-kpi', isFull && 'is-full')}
      aria-label={title}
    >
      {run?.status === 'loading' && run.tables ? <Progress /> : null}
      <header className="cc__head">
        <h3 title={title}>{title}</h3>
        <div className="cc__tools">
          {labels.length > 0 ? (
            <Badge kind="accent" icon={LinkOutlined}>
              {labels.join(', ')}
            </Badge>
          ) : null}
          {run?.status === 'loading' ? <Timer startedAtMs={run.startedAtMs} onStop={stop} /> : null}
          {isFull ? <ExitFull /> : null}
          {tools ?? (
            <span className="cc__menu">
              <MenuButton
                trigger={
                  <IconButton icon={EllipsisOutlined} size="small" label={t('More actions')} hasTooltip={false} />
                }
                label={t('More actions')}
                placement="bottom-end"
                items={menu}
              />
            </span>
          )}
        </div>
      </header>
      <ChartSpace
        {...{ chart, definition, run, payload, title, reload, node, openDialog: setDialog, onPainted: setPaintedKey }}
      />
      {dialog && chart ? (
        <ChartDialogs dialog={dialog} title={title} run={run} payload={payload} onClose={() => setDialog(null)} />
      ) : null}
    </article>
  );
}

/** Where the picture stands, for measurements and tests: `ready` once what was asked last is on the screen. */
function stateMark(run: ChartRun | undefined, paintedKey: string | null): string {
  if (!run || run.status === 'loading') return 'loading';
  if (run.status === 'failed' || run.status === 'stopped') return 'error';
  return paintedKey === run.key || !run.tables?.some((table) => table.rowCount > 0) ? 'ready' : 'loading';
}

function Progress() {
  return (
    <div className="cc__progress" aria-hidden="true">
      <i />
    </div>
  );
}

/** After a second: how long it has been, and the way to end it. */
function Timer({ startedAtMs, onStop }: { startedAtMs: number; onStop: () => void }) {
  const t = useT();
  const seconds = useElapsed(startedAtMs);
  if (seconds < 1) return null;
  return (
    <>
      <span className="cc__timer">{t('{{seconds}} s', { seconds: seconds.toFixed(1) })}</span>
      <Button kind="text" size="small" onClick={onStop}>
        {t('Stop')}
      </Button>
    </>
  );
}

function ExitFull() {
  const t = useT();
  const setFullSize = useDashboard((state) => state.setFullSize);
  return (
    <IconButton
      icon={MinusSquareOutlined}
      size="small"
      label={t('Exit fullscreen')}
      onClick={() => setFullSize(null)}
    />
  );
}

function useFullSizeEscape(isFull: boolean): void {
  const setFullSize = useDashboard((state) => state.setFullSize);
  useEffect(() => {
    if (!isFull) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFullSize(null);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isFull, setFullSize]);
}
