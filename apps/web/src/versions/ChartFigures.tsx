import { versionFigureEndpoints, type WireChartFigures } from '@powerset/contract';
import { ErrorBox, textRoles } from '@powerset/ui';
import { api } from '../api/index.ts';
import { serverText, useT } from '../i18n/index.ts';
import { AskedFigures, figuresPlace } from './AskedFigures.tsx';
import styles from './Figures.module.css';
import { FigureTable } from './FigureTable.tsx';
import type { FiguredVersions } from './VersionComparison.tsx';

/** Which figures of a chart are others in one version than in another. */
export function ChartFigures({ id, versions }: { readonly id: number; readonly versions: FiguredVersions }) {
  const { before, after, labels } = versions;
  const place = figuresPlace(id, versions);
  return (
    <AskedFigures
      of={['chart', id, before, after]}
      ask={async (signal) => (await api.callEndpoint(versionFigureEndpoints.chart, { ...place, signal })).result}
    >
      {(figures) => <FoundFigures figures={figures} labels={labels} />}
    </AskedFigures>
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
