import { Button, ProgressLine, TableSkeleton } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailureBox } from '../controls/load-failure/index.ts';
import { useT } from '../i18n/index.ts';
import styles from './Figures.module.css';
import type { FiguredVersions } from './VersionComparison.tsx';

interface AskedFiguresProps<Found> {
  /** What is compared with what. */
  readonly of: readonly unknown[];
  readonly ask: (signal: AbortSignal) => Promise<Found>;
  /** What is shown while it is asked. */
  readonly waiting?: ReactNode;
  readonly children: (found: Found) => ReactNode;
}

/** Figures that are asked for whenever they are opened, while they are on their way, and why they did not come. */
export function AskedFigures<Found>({ of, ask, waiting = <ComparingFigures />, children }: AskedFiguresProps<Found>) {
  const t = useT();
  const asked = useQuery({
    queryKey: ['version-figures', ...of],
    queryFn: ({ signal }) => ask(signal),
    retry: false,
    // The rows are those of today, and cost queries: asked anew whenever they are opened, and never in between.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (asked.error && !asked.isFetching)
    return (
      <LoadFailureBox
        title={t('The figures could not be compared')}
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  return asked.data === undefined ? waiting : children(asked.data);
}

/** Where the figures of one version are asked for, against those of an older one. */
export const figuresPlace = (id: number, { before, after }: FiguredVersions) => ({
  params: { id, number: after },
  query: { against: String(before) },
});

/** What is at work, and what ends it besides the dialog. */
export function ComparingFigures({ onStop }: { readonly onStop?: () => void }) {
  const t = useT();
  return (
    <div className={styles.waiting} role="status" aria-label={t('Loading')}>
      <ProgressLine />
      {onStop ? <Button onClick={onStop}>{t('Stop')}</Button> : null}
      <TableSkeleton rows={6} columns={4} />
    </div>
  );
}
