import { Differences, OverwriteModal } from '../../../conflicts/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { type QueryClash, toTabFields } from './save-query.ts';

export interface QueryConflictProps {
  readonly clash: QueryClash;
  readonly onClose: () => void;
  readonly onOverwrite: (seen: number) => void;
  readonly onTakeTheirs: (theirs: Partial<EditorTab>) => void;
}

/** The query was saved elsewhere meanwhile: both versions, and the choice which stays. */
export function QueryConflict({ clash, onClose, onOverwrite, onTakeTheirs }: QueryConflictProps) {
  const t = useT();
  const differences = clash.differences.map((one) => ({ ...one, label: t(one.label) }));
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <OverwriteModal
      stayLabel={t('Keep editing')}
      onStay={onClose}
      onTakeTheirs={choose(() => onTakeTheirs(toTabFields(clash.theirs)))}
      onOverwrite={choose(() => onOverwrite(clash.theirs.last_modified_time))}
    >
      <p>{clash.message}</p>
      <Differences differences={differences} leftLabel={t('Theirs')} rightLabel={t('Yours')} />
    </OverwriteModal>
  );
}
