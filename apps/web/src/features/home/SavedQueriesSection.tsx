import type { WireSavedQuery } from '@powerset/contract';
import { cardSurface, classNames, lineRoles, textRoles, UiLink } from '@powerset/ui';
import { resources, useList } from '../../api/index.ts';
import { formatWhen, parseServerTime, useLanguage, useT } from '../../i18n/index.ts';
import { addresses, useSession } from '../../shell/index.ts';
import styles from './SavedQueriesSection.module.css';
import { SectionHead } from './SectionHead.tsx';

const SHOWN = 4;

/** The last saved queries, one line each. */
export function SavedQueriesSection() {
  const t = useT();
  const { can, hasRoute } = useSession();
  const isAllowed = can('can_read', 'SavedQuery');
  const { collection, count } = useList(resources.savedQueries, { pageSize: SHOWN }, { isEnabled: isAllowed });
  if (!isAllowed || collection.length === 0) return null;
  return (
    <section aria-labelledby="saved-queries">
      <SectionHead>
        <h2 id="saved-queries">{t('Saved queries')}</h2>
        {hasRoute(addresses.savedQueries) ? (
          <UiLink
            href={addresses.savedQueries}
            className={classNames(textRoles.small, textRoles.medium, lineRoles.end)}
          >
            {t('View all {{count}}', { count })}
          </UiLink>
        ) : null}
      </SectionHead>
      <ul className={classNames(cardSurface, styles.queries)}>
        {collection.map((query) => (
          <QueryLine key={query.id} query={query} />
        ))}
      </ul>
    </section>
  );
}

function QueryLine({ query }: { query: WireSavedQuery }) {
  const t = useT();
  const language = useLanguage();
  const { hasRoute } = useSession();
  const time = parseServerTime(query.changed_on);
  const name = query.label || t('Untitled query');
  const address = addresses.savedQuery(query.id);
  return (
    <li className={styles.row}>
      {hasRoute(address) ? (
        <UiLink dir="auto" href={address} className={classNames(styles.name, textRoles.truncated)}>
          {name}
        </UiLink>
      ) : (
        <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
          {name}
        </span>
      )}
      <span dir="auto" className={classNames(textRoles.secondary, textRoles.truncated, styles.database)}>
        {query.database?.database_name}
      </span>
      <span dir="auto" className={classNames(textRoles.code, textRoles.muted, textRoles.truncated, styles.sql)}>
        {query.sql.trim().replace(/\s+/g, ' ')}
      </span>
      <span className={classNames(textRoles.muted, textRoles.numbers, styles.when)}>
        {time === null ? query.changed_on_delta_humanized : formatWhen(time, Date.now(), language)}
      </span>
    </li>
  );
}
