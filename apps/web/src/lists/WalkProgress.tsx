import { Button, classNames, textRoles } from '@powerset/ui';
import type { ResourceEndpoints } from '../api/index.ts';
import { parseServerTime, useLanguage, useT } from '../i18n/index.ts';
import type { Walk } from './use-walk.ts';
import styles from './WalkProgress.module.css';

/** How far back a list was searched, and the way further. */
export function WalkProgress<T extends ResourceEndpoints>({ walk }: { readonly walk: Walk<T> }) {
  const t = useT();
  const language = useLanguage();
  const time = parseServerTime(walk.searchedBackTo);
  const when =
    time === null ? null : new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  const { isWalking, hasMore } = walk;
  const words = () => {
    if (isWalking) return when === null ? t('Searching…') : t('Searching, back to {{when}} so far…', { when });
    if (!hasMore) return t('All of it was searched.');
    return when === null ? '' : t('Searched back to {{when}}.', { when });
  };
  return (
    <div className={classNames(styles.foot, textRoles.small, textRoles.secondary)}>
      <span role="status">{walk.model.list.error ? '' : words()}</span>
      {isWalking ? (
        <Button size="small" onClick={walk.stop}>
          {t('Stop')}
        </Button>
      ) : null}
      {!isWalking && hasMore ? (
        <Button size="small" onClick={walk.goOn}>
          {t('Search further')}
        </Button>
      ) : null}
    </div>
  );
}
