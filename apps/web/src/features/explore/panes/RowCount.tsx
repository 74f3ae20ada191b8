import { Badge, Tooltip } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';

/** How many rows there are; red when there are none or when a limit cut them off. */
export function RowCount({ count, limit = 0, text }: { count: number; limit?: number; text?: string }) {
  const t = useT();
  const isLimit = limit > 0 && count >= limit;
  const shown = text ?? t('{{count}} rows', { count });
  if (!isLimit) return <Badge kind={count === 0 ? 'danger' : 'neutral'}>{shown}</Badge>;
  return (
    <Tooltip text={t('Limit reached')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by the keyboard */}
      <span tabIndex={0} role="img" aria-label={`${shown}, ${t('Limit reached')}`}>
        <Badge kind="danger">{shown}</Badge>
      </span>
    </Tooltip>
  );
}
