import { Button, Modal, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { type Choices, ClashChoices } from '../../../conflicts/index.ts';
import { formatWhen, parseServerTime, useLanguage, useT } from '../../../i18n/index.ts';
import type { ClashAnswer, DashboardClash } from './dashboard-clash.ts';

export interface ConflictModalProps {
  readonly clash: DashboardClash;
  readonly onClose: () => void;
  readonly onAnswer: (answer: ClashAnswer) => void;
}

/** Somebody else saved meanwhile, and both changed the same: each of it is shown and chosen. */
export function ConflictModal({ clash, onClose, onAnswer }: ConflictModalProps) {
  const t = useT();
  const { merge, theirs } = clash;
  const [choices, setChoices] = useState<Choices>({});
  const open = merge.clashes.filter(({ id }) => !choices[id]).length;
  return (
    <Modal
      role="alertdialog"
      title={t('Confirm overwrite')}
      width={800}
      isSticky
      closesAtOnce
      onClose={onClose}
      foot={
        <>
          {open > 0 ? <span className={textRoles.muted}>{t('{{count}} still to choose', { count: open })}</span> : null}
          <Button onClick={onClose}>{t('Keep editing')}</Button>
          <Button
            kind="primary"
            isDisabled={open > 0}
            onClick={() => onAnswer({ choices, seen: theirs.last_modified_time })}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <p>{t('Please confirm the overwrite values.')}</p>
      <ClashFacts clash={clash} />
      <ClashChoices clashes={merge.clashes} choices={choices} onChange={setChoices} />
    </Modal>
  );
}

/** Who saved when, and that the rest of both fits together. */
export function ClashFacts({ clash: { theirs } }: { clash: DashboardClash }) {
  const t = useT();
  const language = useLanguage();
  return (
    <p className={textRoles.secondary} style={{ marginTop: 8 }}>
      {t('{{who}} saved this dashboard {{when}}.', {
        who: theirs.changed_by_name,
        when: formatWhen(parseServerTime(theirs.changed_on) ?? Date.now(), Date.now(), language),
      })}{' '}
      {t('Both of you changed what is below. Everything else of both is kept.')}
    </p>
  );
}
