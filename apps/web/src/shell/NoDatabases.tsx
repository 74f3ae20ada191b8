import { DatabaseOutlined } from '@ant-design/icons-svg';
import { EmptyState, UiLink } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { addresses } from './navigation.ts';

/** Where databases would be: none, and where they are connected. */
export function NoDatabases() {
  const t = useT();
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
