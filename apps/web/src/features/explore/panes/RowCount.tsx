import { Badge } from '@powerset/ui';
import { rowCountText, useT } from '../../../i18n/index.ts';

/** How many rows there are; red when there are none or when a limit cut them off, which it says. */
export function RowCount({ count, limit = 0, text }: { count: number; limit?: number; text?: string }) {
  const t = useT();
  const isLimit = limit > 0 && count >= limit;
  const shown = text ?? rowCountText(count);
  return (
    <Badge kind={isLimit || count === 0 ? 'danger' : 'neutral'}>
      {isLimit ? `${shown} · ${t('Limit reached')}` : shown}
    </Badge>
  );
}
