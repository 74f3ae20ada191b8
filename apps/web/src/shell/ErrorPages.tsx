import { FileSearchOutlined, LockOutlined } from '@ant-design/icons-svg';
import { Button, cardSurface, classNames, EmptyState, ErrorBox } from '@powerset/ui';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { errorText } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import bare from './BarePage.module.css';
import type { RequiredPair } from './feature-routes.ts';
import { isCodeGone } from './lazy-part.ts';
import { addresses } from './navigation.ts';
import { usePageTitle } from './page-title.ts';

/** An address that leads nowhere. */
export function NotFoundPage() {
  const t = useT();
  usePageTitle(t('Page not found'));
  return (
    <EmptyState
      size="big"
      icon={FileSearchOutlined}
      isPage
      title={t('Page not found')}
      text={t('There is nothing at this address. It may have been moved or deleted, or the link is incomplete.')}
      actions={<Button href={addresses.home}>{t('Go to the home page')}</Button>}
    />
  );
}

/** A page that the user's roles do not open. */
export function NoAccessPage({ role }: Pick<RequiredPair, 'role'>) {
  const t = useT();
  usePageTitle(t('No access'));
  return (
    <EmptyState
      size="big"
      icon={LockOutlined}
      isPage
      title={t('You have no access to this page')}
      text={
        role
          ? t('It takes the role {{role}}. Ask an administrator to give it to you.', { role })
          : t('None of your roles opens it. Ask an administrator for access.')
      }
      actions={<Button href={addresses.home}>{t('Go to the home page')}</Button>}
    />
  );
}

/** A page that broke while drawing, or whose code could not be loaded. */
export function BrokenPage() {
  const t = useT();
  const error = useRouteError();
  const isChunk = isCodeGone(error);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <div className={bare.page}>
      <div className={classNames(cardSurface, bare.card)} style={{ width: 520 }}>
        <ErrorBox
          title={isChunk ? t('This page could not be loaded') : t('This page ran into an error')}
          text={
            isChunk
              ? t('The server was updated or is out of reach. Reload to get the current version.')
              : t(
                  'Nothing that was saved is lost. Reload the page; if it happens again, copy the details for your administrator.',
                )
          }
          details={error instanceof Error ? `${error.name}: ${error.message}` : errorText(error)}
          actions={
            <Button size="small" onClick={() => location.reload()}>
              {t('Reload')}
            </Button>
          }
        />
      </div>
    </div>
  );
}
