import { Button, textRoles } from '@powerset/ui';
import { errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { DatabaseSignIn, signInPlaceIn } from '../database-sign-in/index.ts';
import styles from './LoadFailure.module.css';

export interface LoadFailureProps {
  /** What did not come. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

interface LineProps extends LoadFailureProps {
  /** Said aloud; not where many may fail at once. */
  readonly isSpoken?: boolean;
}

/** Where a field or a card misses what it asked for: what, why, and the way to ask again. */
export function LoadFailure({ title, error, onRetry, isSpoken = true }: LineProps) {
  const t = useT();
  const place = signInPlaceIn(error);
  return (
    <div className={styles.failure} role={isSpoken ? 'alert' : undefined} data-large-on-touch>
      <div className={styles.words}>
        <div>{title}</div> <div className={textRoles.secondary}>{errorText(error)}</div>
      </div>
      {place ? <DatabaseSignIn place={place} onBack={onRetry} /> : null}
      <Button size="small" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
