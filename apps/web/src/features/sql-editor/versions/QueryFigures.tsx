import { Button, ProgressLine, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailureBox } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { FigureTable, type Sides } from '../../../versions/index.ts';
import { compareRuns, type RunSource } from './query-figures.ts';

interface QueryFiguresProps {
  readonly sides: Sides<{ readonly source: RunSource }>;
}

/** What both texts give, beside each other: run when that is wanted, and not before. */
export function QueryFigures({ sides }: QueryFiguresProps) {
  const t = useT();
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <RunFigures sides={sides} onStop={() => setIsWanted(false)} />;
  return (
    <div>
      <p className={textRoles.muted}>{t('Both texts are run as they are, if they only read.')}</p>
      <Button kind="primary" onClick={() => setIsWanted(true)}>
        {t('Run both and compare')}
      </Button>
    </div>
  );
}

/** The runs end with it. */
function RunFigures({ sides, onStop }: QueryFiguresProps & { readonly onStop: () => void }) {
  const { left, right, leftLabel, rightLabel } = sides;
  const t = useT();
  const asked = useQuery({
    queryKey: ['version-figures', 'saved-query', left?.source, right.source],
    // Without an older version nothing is asked.
    queryFn: ({ signal }) => compareRuns(left?.source ?? right.source, right.source, signal),
    enabled: left !== null,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (asked.error)
    return (
      <LoadFailureBox
        title={t('The figures could not be compared')}
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  if (asked.isPending)
    return (
      <div role="status" aria-label={t('Loading')}>
        <ProgressLine />
        <Button onClick={onStop}>{t('Stop')}</Button>
      </div>
    );
  if (asked.data === null) return <p className={textRoles.muted}>{t('There is nothing to compare')}</p>;
  return <FigureTable comparison={asked.data} grain={null} labels={[leftLabel, rightLabel]} />;
}
