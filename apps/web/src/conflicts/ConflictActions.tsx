import { Button } from '@powerset/ui';
import { useT } from '../i18n/index.ts';

export interface ConflictActionsProps {
  readonly overwriteLabel: string;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
}

/** In the message of a save that somebody else's came before: whose stays. */
export function ConflictActions({ overwriteLabel, onTakeTheirs, onOverwrite }: ConflictActionsProps) {
  const t = useT();
  return (
    <>
      <Button size="small" onClick={onTakeTheirs}>
        {t('Take theirs')}
      </Button>
      <Button size="small" kind="danger" onClick={onOverwrite}>
        {overwriteLabel}
      </Button>
    </>
  );
}
