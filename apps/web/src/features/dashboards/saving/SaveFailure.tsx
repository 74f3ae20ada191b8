import { ErrorBox } from '@powerset/ui';
import { errorText } from '../../../api/index.ts';
import { ClashBox } from '../../../conflicts/index.ts';
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
        <ClashBox
          key={error.theirs.last_modified_time}
          title={title}
          text={error.message}
          clashes={error.merge.clashes}
          onSave={(choices) => onAnswer({ choices, seen: error.theirs.last_modified_time })}
        >
          <ClashFacts clash={error} />
        </ClashBox>
      ) : (
        <ErrorBox title={title} text={toText(error)} />
      )}
    </div>
  );
}
