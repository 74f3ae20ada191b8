import { ErrorBox } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { ConflictActions } from './ConflictActions.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import type { SaveClash } from './save-clash.ts';

export interface SaveConflictProps {
  readonly conflict: SaveClash;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => void;
}

/** Somebody else saved meanwhile: what he changed, and the choice whose version stays. */
export function SaveConflict({ conflict, onOverwrite, onTakeTheirs }: SaveConflictProps) {
  const t = useT();
  return (
    <ErrorBox
      level="warning"
      title={conflict.message}
      text={<DifferenceTable differences={conflict.differences} />}
      actions={
        <ConflictActions overwriteLabel={t('Overwrite')} onOverwrite={onOverwrite} onTakeTheirs={onTakeTheirs} />
      }
    />
  );
}
