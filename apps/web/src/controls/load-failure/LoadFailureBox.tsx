import { Button, ErrorBox } from '@powerset/ui';
import { errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { DatabaseSignIn, signInPlaceIn } from '../database-sign-in/index.ts';
import type { LoadFailureProps } from './LoadFailure.tsx';

/** Where a panel or a dialog misses what it shows: what, why, and the way to ask again. */
export function LoadFailureBox({ title, error, onRetry }: LoadFailureProps) {
  const t = useT();
  const place = signInPlaceIn(error);
  return (
    <ErrorBox
      title={title}
      text={errorText(error)}
      actions={
        <>
          {place ? <DatabaseSignIn place={place} onBack={onRetry} /> : null}
          <Button size="small" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </>
      }
    />
  );
}
