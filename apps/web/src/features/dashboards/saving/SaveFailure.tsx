import { Button, ErrorBox } from '@powerset/ui';
import { useState } from 'react';
import { errorText } from '../../../api/index.ts';
import { type Choices, ClashChoices } from '../../../conflicts/index.ts';
import { useT } from '../../../i18n/index.ts';
import { ClashFacts } from './ConflictModal.tsx';
import { type ClashAnswer, DashboardClash } from './dashboard-clash.ts';
import styles from './SaveFailure.module.css';

export interface SaveFailureProps {
  readonly title: string;
  /** What saving ended with; null while nothing went wrong. */
  readonly error: unknown;
  readonly toText?: (error: unknown) => string;
  /** Saves with what was chosen, where somebody else changed the same. */
  readonly onAnswer: (answer: ClashAnswer) => void;
}

/** In a dialog that could not be saved: why; and when somebody else changed the same, both versions and the choice. */
export function SaveFailure({ title, error, toText = errorText, onAnswer }: SaveFailureProps) {
  if (error === null) return null;
  return (
    <div className={styles.failure}>
      {error instanceof DashboardClash ? (
        <ClashBox key={error.theirs.last_modified_time} title={title} clash={error} onAnswer={onAnswer} />
      ) : (
        <ErrorBox title={title} text={toText(error)} />
      )}
    </div>
  );
}

interface ClashBoxProps {
  readonly title: string;
  readonly clash: DashboardClash;
  readonly onAnswer: (answer: ClashAnswer) => void;
}

function ClashBox({ title, clash, onAnswer }: ClashBoxProps) {
  const t = useT();
  const { merge, theirs } = clash;
  const [choices, setChoices] = useState<Choices>({});
  const isOpen = merge.clashes.some(({ id }) => !choices[id]);
  return (
    <>
      <ErrorBox
        level="warning"
        title={title}
        text={clash.message}
        actions={
          <Button
            size="small"
            kind="primary"
            isDisabled={isOpen}
            onClick={() => onAnswer({ choices, seen: theirs.last_modified_time })}
          >
            {t('Save with these')}
          </Button>
        }
      />
      <ClashFacts clash={clash} />
      <ClashChoices clashes={merge.clashes} choices={choices} onChange={setChoices} />
    </>
  );
}
