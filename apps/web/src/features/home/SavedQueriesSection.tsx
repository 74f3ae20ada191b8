import type { WireSavedQuery } from '@powerset/contract';
import { UiLink } from '@powerset/ui';
import { resources, useList } from '../../api/index.ts';
import { formatWhen, parseServerTime, useLanguage, useT } from '../../i18n/index.ts';
import { addresses, useSession } from '../../shell/index.ts';

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
      <div className="hm__head">
        <h2 id="saved-queries">{t('Saved queries')}</h2>
        {hasRoute(addresses.savedQueries) ? (
          <UiLink href={addresses.savedQueries} className="ps-s12 ps-medium ps-end">
            {t('View all {{count}}', { count })}
          </UiLink>
        ) : null}
      </div>
      <ul className="ps-card sq">
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
    <li className="sq__row">
      {hasRoute(address) ? (
        <UiLink href={address} className="sq__name ps-cut">
          {name}
        </UiLink>
      ) : (
        <span className="sq__name ps-cut">{name}</span>
      )}
      <span className="ps-t2 ps-cut sq__database">{query.database?.database_name}</span>
      <span className="ps-mono ps-t3 ps-cut sq__sql">{query.sql.trim().replace(/\s+/g, ' ')}</span>
      <span className="ps-t3 ps-num sq__when">
        {time === null ? query.changed_on_delta_humanized : formatWhen(time, Date.now(), language)}
      </span>
    </li>
  );
}
