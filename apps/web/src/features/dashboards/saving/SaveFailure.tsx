import { ErrorBox } from '@powerset/ui';
import { errorText } from '../../../api/index.ts';
import { ConflictActions } from '../../../conflicts/index.ts';
import { useT } from '../../../i18n/index.ts';
import { TheirChanges } from './ConflictModal.tsx';
import styles from './SaveFailure.module.css';
import { isConflict } from './save-metadata.ts';
import { useReload, useTheirs } from './versions.ts';

export interface SaveFailureProps {
  readonly title: string;
  /** What saving ended with; null while nothing went wrong. */
  readonly error: unknown;
  /** Saves all the same, where somebody else saved meanwhile. */
  readonly onOverwrite: () => void;
  /** Their version has been taken: the dialog has nothing left to say. */
  readonly onTaken: () => void;
}

/** In a dialog that could not be saved: why; and when it is somebody else's save, what changed and the choice. */
export function SaveFailure({ title, error, onOverwrite, onTaken }: SaveFailureProps) {
  const t = useT();
  const reload = useReload();
  if (error === null) return null;
  if (!isConflict(error))
    return (
      <div className={styles.failure}>
        <ErrorBox title={title} text={errorText(error)} />
      </div>
    );
  return (
    <div className={styles.failure}>
      <ErrorBox
        title={title}
        text={errorText(error)}
        actions={
          <ConflictActions
            overwriteLabel={t('Save over it')}
            onOverwrite={onOverwrite}
            onTakeTheirs={() => void reload().then(onTaken)}
          />
        }
      />
      <Theirs />
    </div>
  );
}

function Theirs() {
  const { data } = useTheirs();
  return data ? <TheirChanges theirs={data} isPart /> : null;
}
