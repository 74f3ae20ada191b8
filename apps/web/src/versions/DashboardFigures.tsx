import { versionFigureEndpoints, type WireDashboardFigures } from '@powerset/contract';
import { Badge, type BadgeKind, Button, ListSkeleton, ProgressBar, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { AskedFigures, figuresPlace } from './AskedFigures.tsx';
import { FoundFigures } from './ChartFigures.tsx';
import styles from './Figures.module.css';
import { differencesIn } from './figure-words.ts';
import { type FoundChart, useChartFigures } from './use-chart-figures.ts';
import type { FiguredVersions } from './VersionComparison.tsx';

type Chart = WireDashboardFigures['charts'][number];
type T = ReturnType<typeof useT>;

/** Which charts of a dashboard show other figures in one version than in another, and each of them opened. */
export function DashboardFigures({ id, versions }: { readonly id: number; readonly versions: FiguredVersions }) {
  const { before, after } = versions;
  const place = figuresPlace(id, versions);
  return (
    <AskedFigures
      of={['dashboard', id, before, after]}
      ask={async (signal) => (await api.callEndpoint(versionFigureEndpoints.dashboard, { ...place, signal })).result}
      waiting={<ListSkeleton rows={6} />}
    >
      {(listed) => <ListedCharts id={id} versions={versions} listed={listed} />}
    </AskedFigures>
  );
}

interface ListedChartsProps {
  readonly id: number;
  readonly versions: FiguredVersions;
  readonly listed: WireDashboardFigures;
}

function ListedCharts({ id, versions, listed: { charts, left_out: leftOut } }: ListedChartsProps) {
  const t = useT();
  if (charts.length === 0) return <p className={textRoles.muted}>{t('There is nothing to compare')}</p>;
  return (
    <>
      {leftOut > 0 ? (
        <p className={textRoles.muted}>
          {t('The first {{shown}} of {{count}} are shown.', { shown: charts.length, count: charts.length + leftOut })}
        </p>
      ) : null}
      <ChartList id={id} versions={versions} charts={charts} />
    </>
  );
}

const isAsked = (chart: Chart) => chart.in === 'both' && !chart.is_alike && !chart.is_gone;

interface ChartListProps {
  readonly id: number;
  readonly versions: FiguredVersions;
  readonly charts: readonly Chart[];
}

function ChartList({ id, versions, charts }: ChartListProps) {
  const { before, after, labels } = versions;
  const t = useT();
  const asked = charts.filter(isAsked).map((chart) => chart.id);
  const { found, isStopped, stop, again } = useChartFigures({ dashboardId: id, before, after, charts: asked });
  const done = asked.filter((one) => found.has(one)).length;
  const isBusy = done < asked.length && !isStopped;
  const hasFailed = [...found.values()].some((one) => 'failure' in one);
  return (
    <div className={styles.figures}>
      {asked.length > 0 ? (
        <div className={styles.state}>
          {isBusy ? <ProgressBar value={done / asked.length} label={t('Loading')} /> : null}
          <span role="status">{t('{{done}} of {{count}}', { done, count: asked.length })}</span>
          {isBusy ? (
            <Button size="small" onClick={stop}>
              {t('Stop')}
            </Button>
          ) : null}
          {isStopped || (hasFailed && !isBusy) ? (
            <Button size="small" onClick={again}>
              {t('Try again')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul className={styles.charts} aria-label={t('Charts')}>
        {charts.map((chart) => (
          <ListedChart key={chart.id} chart={chart} found={found.get(chart.id)} isStopped={isStopped} labels={labels} />
        ))}
      </ul>
    </div>
  );
}

interface ListedChartProps {
  readonly chart: Chart;
  readonly found: FoundChart | undefined;
  readonly isStopped: boolean;
  readonly labels: readonly [string, string];
}

function ListedChart({ chart, found, isStopped, labels }: ListedChartProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const [state, kind] = stateOf({ chart, found, isStopped, labels }, t);
  const figures = found && 'figures' in found ? found.figures : null;
  return (
    <li className={styles.chart}>
      <div className={styles.head}>
        <span className={styles.name}>{chart.name}</span>
        <Badge kind={kind}>{state}</Badge>
        {figures ? (
          <Button size="small" kind="text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t('Figures')}
          </Button>
        ) : null}
      </div>
      {found && 'failure' in found ? <p className={textRoles.muted}>{found.failure}</p> : null}
      {figures && isOpen ? (
        <div className={styles.opened}>
          <FoundFigures figures={figures} labels={labels} />
        </div>
      ) : null}
    </li>
  );
}

function stateOf({ chart, found, isStopped, labels }: ListedChartProps, t: T): readonly [string, BadgeKind] {
  const [before, after] = labels;
  if (chart.is_gone) return [t('Deleted'), 'neutral'];
  if (chart.in !== 'both')
    return [t('Only in {{version}}', { version: chart.in === 'before' ? before : after }), 'info'];
  if (chart.is_alike) return [t('Figures the same'), 'neutral'];
  if (!found) return isStopped ? [t('Stopped'), 'neutral'] : [t('Loading'), 'neutral'];
  if ('failure' in found || found.figures.failures.before !== null || found.figures.failures.after !== null)
    return [t('Failed'), 'danger'];
  const count = differencesIn(found.figures.comparisons);
  return count === 0 ? [t('Figures the same'), 'neutral'] : [t('{{count}} changed', { count }), 'accent'];
}
