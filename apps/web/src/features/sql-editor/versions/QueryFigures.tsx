import { Button, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { AskedFigures, ComparingFigures, FigureTable, type Sides } from '../../../versions/index.ts';
import styles from './QueryFigures.module.css';
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
    <div className={styles.question}>
      <p className={textRoles.muted}>{t('Both texts are run as they are, if they only read.')}</p>
      <Button onClick={() => setIsWanted(true)}>{t('Run both and compare')}</Button>
    </div>
  );
}

/** The runs end with it. */
function RunFigures({ sides, onStop }: QueryFiguresProps & { readonly onStop: () => void }) {
  const { left, right, leftLabel, rightLabel } = sides;
  const t = useT();
  // Without an older version there is nothing to open.
  const older = left?.source ?? right.source;
  return (
    <AskedFigures
      of={['saved-query', older, right.source]}
      ask={(signal) => compareRuns(older, right.source, signal)}
      waiting={<ComparingFigures onStop={onStop} />}
    >
      {(found) =>
        found === null ? (
          <p className={textRoles.muted}>{t('There is nothing to compare')}</p>
        ) : (
          <FigureTable comparison={found} grain={null} labels={[leftLabel, rightLabel]} />
        )
      }
    </AskedFigures>
  );
}
