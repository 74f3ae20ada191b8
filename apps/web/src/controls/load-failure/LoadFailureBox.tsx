import { Button, ErrorBox } from '@powerset/ui';
import { errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import type { LoadFailureProps } from './LoadFailure.tsx';

/** Where a panel or a dialog misses what it shows: what, why, and the way to ask again. */
export function LoadFailureBox({ title, error, onRetry }: LoadFailureProps) {
  const t = useT();
  return (
    <ErrorBox
      title={title}
      text={errorText(error)}
      actions={
        <Button size="small" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    />
  );
}
