import { DatabaseOutlined } from '@ant-design/icons-svg';
import { EmptyState, UiLink } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { addresses } from './navigation.ts';

/** Where databases would be: none that match, or none at all and where they are connected. */
export function NoDatabases({ isSearched = false }: { isSearched?: boolean }) {
  const t = useT();
  if (isSearched) return <EmptyState size="small" title={t('No databases match your search')} />;
  return (
    <EmptyState
      size="small"
      icon={DatabaseOutlined}
      title={t('There are no databases available')}
      text={
        <>
          {t('Manage your databases')} <UiLink href={addresses.databases}>{t('here')}</UiLink>
        </>
      }
    />
  );
}
