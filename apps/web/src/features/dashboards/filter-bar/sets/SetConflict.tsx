import type { WireFilterSetRow } from '@powerset/contract';
import { Differences, OverwriteModal } from '../../../../conflicts/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { useDashboard } from '../../state/index.ts';
import { readSet, toSetDocument } from './set-masks.ts';
import { useSetWords } from './use-set-words.ts';

export interface SetConflictProps {
  /** As the other person saved it. */
  readonly set: WireFilterSetRow;
  /** Who saved it. */
  readonly message: string;
  readonly onClose: () => void;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => void;
}

/** Somebody else changed the set meanwhile: both sets of values, and the choice which stays. */
export function SetConflict({ set, message, onClose, onOverwrite, onTakeTheirs }: SetConflictProps) {
  const t = useT();
  const filters = useDashboard((state) => state.filters);
  const draft = useDashboard((state) => state.bar.draft);
  const toWords = useSetWords();
  const inWords = (params: WireFilterSetRow['params']) =>
    readSet({ params }, filters)
      .values.map((one) => `${one.name}: ${toWords(one)}`)
      .join('\n');
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <OverwriteModal
      width={520}
      stayLabel={t('Cancel')}
      onStay={onClose}
      onTakeTheirs={choose(onTakeTheirs)}
      onOverwrite={choose(onOverwrite)}
    >
      <p>{message}</p>
      <Differences
        differences={[
          { label: set.name, left: inWords(set.params), right: inWords(JSON.parse(toSetDocument(filters, draft))) },
        ]}
        leftLabel={t('Theirs')}
        rightLabel={t('Yours')}
      />
    </OverwriteModal>
  );
}
