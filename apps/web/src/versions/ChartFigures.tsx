import { versionFigureEndpoints, type WireChartFigures } from '@powerset/contract';
import { ErrorBox, ProgressLine, TableSkeleton, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { LoadFailureBox } from '../controls/load-failure/index.ts';
import { serverText, useT } from '../i18n/index.ts';
import styles from './Figures.module.css';
import { FigureTable } from './FigureTable.tsx';
import type { FiguredVersions } from './VersionComparison.tsx';

/** Which figures of a chart are others in one version than in another. */
export function ChartFigures({ id, versions }: { readonly id: number; readonly versions: FiguredVersions }) {
  const { before, after, labels } = versions;
  const t = useT();
  const asked = useQuery({
    queryKey: ['version-figures', 'chart', id, before, after],
    queryFn: async ({ signal }) =>
      (
        await api.callEndpoint(versionFigureEndpoints.chart, {
          params: { id, number: after },
          query: { against: String(before) },
          signal,
        })
      ).result,
    retry: false,
    // The rows are those of today; asked anew whenever it is opened.
    gcTime: 0,
  });
  if (asked.error)
    return (
      <LoadFailureBox
        title={t('The figures could not be compared')}
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  if (!asked.data) return <ComparingFigures />;
  return <FoundFigures figures={asked.data} labels={labels} />;
}

/** What is at work; it ends with the dialog. */
export function ComparingFigures() {
  const t = useT();
  return (
    <div role="status" aria-label={t('Loading')}>
      <ProgressLine />
      <TableSkeleton rows={6} columns={4} />
    </div>
  );
}

interface FoundFiguresProps {
  readonly figures: WireChartFigures;
  readonly labels: readonly [string, string];
}

/** The comparisons of a chart's queries, or why one of the versions has nothing to compare. */
export function FoundFigures({ figures, labels }: FoundFiguresProps) {
  const { comparisons, failures, grain } = figures;
  const t = useT();
  const said = [failures.before, failures.after].flatMap((failure, index) =>
    failure === null ? [] : [{ label: labels[index] ?? '', failure }],
  );
  if (said.length > 0)
    return said.map(({ label, failure }) => <ErrorBox key={label} title={label} text={serverText(failure)} />);
  if (comparisons.length === 0) return <p className={textRoles.muted}>{t('There is nothing to compare')}</p>;
  return (
    <div className={styles.figures}>
      {comparisons.map((comparison, index) => (
        // Queries of a chart stand in a fixed order.
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is what tells them apart
        <FigureTable key={index} comparison={comparison} grain={grain} labels={labels} />
      ))}
    </div>
  );
}
