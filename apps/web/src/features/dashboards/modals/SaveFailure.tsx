import { Button, ErrorBox } from '@powerset/ui';
import { ApiError, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';

export interface SaveFailureProps {
  readonly title: string;
  /** What saving ended with; null while nothing went wrong. */
  readonly error: unknown;
  /** Saves all the same, where somebody else saved meanwhile. */
  readonly onOverwrite: () => void;
}

/** In a dialog that could not be saved: why, and the choice when it is somebody else's save that stands against it. */
export function SaveFailure({ title, error, onOverwrite }: SaveFailureProps) {
  const t = useT();
  if (error === null) return null;
  const isConflict = error instanceof ApiError && error.status === 409;
  const actions = isConflict ? (
    <>
      <Button size="small" onClick={() => location.reload()}>
        {t('Take theirs')}
      </Button>
      <Button size="small" kind="danger" onClick={onOverwrite}>
        {t('Save over it')}
      </Button>
    </>
  ) : undefined;
  return (
    <div className="fc__failure">
      <ErrorBox title={title} text={errorText(error)} actions={actions} />
    </div>
  );
}
