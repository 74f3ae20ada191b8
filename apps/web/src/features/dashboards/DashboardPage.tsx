import { DashboardOutlined } from '@ant-design/icons-svg';
import { Button, EmptyState } from '@powerset/ui';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { AskForAccess } from '../../access-requests/index.ts';
import { ApiError, deletions, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';
import { DashboardScreen } from './DashboardScreen.tsx';
import { DashboardTheme } from './DashboardTheme.tsx';
import { type OpenedDashboard, useDashboardData } from './loading/index.ts';
import { Opening } from './Opening.tsx';
import { DashboardProvider } from './state/index.ts';

export { openAhead } from './loading/index.ts';

/** A dashboard by its id or slug. */
export function DashboardPage() {
  const { idOrSlug = '' } = useParams();
  return <OpenedPage key={idOrSlug} idOrSlug={idOrSlug} />;
}

interface OpenedPageProps {
  readonly idOrSlug: string;
  /** What stands in its place when it cannot be opened. */
  readonly renderError?: (error: Error) => ReactNode;
  /** What else belongs to the open dashboard. */
  readonly children?: ReactNode;
}

/** A dashboard that is opened as the address says. */
export function OpenedPage({ idOrSlug, renderError, children }: OpenedPageProps) {
  const { search, hash } = useLocation();
  // What the address said when the page was opened; later changes are the page's own.
  const opening = useRef({ search, hash });
  const { data, error } = useDashboardData(idOrSlug, opening.current.search, opening.current.hash);
  if (error) return renderError ? renderError(error) : <NotThere error={error} idOrSlug={idOrSlug} />;
  if (!data) return <Opening />;
  return (
    <Opened key={data.store.getState().dashboard.id} opened={data}>
      {children}
    </Opened>
  );
}

function Opened({ opened, children }: { readonly opened: OpenedDashboard; readonly children: ReactNode }) {
  useDisposal(opened);
  return (
    <DashboardProvider value={opened}>
      <DashboardTheme />
      <DashboardScreen address={opened.address} />
      {children}
    </DashboardProvider>
  );
}

/** Ends what is under way when the page is left, and deletes what could be brought back; not when React only mounts it anew. */
function useDisposal({ loader, feed }: OpenedDashboard): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(timer.current);
    return () => {
      timer.current = setTimeout(() => {
        void deletions.flush();
        feed.dispose();
        loader.dispose();
      });
    };
  }, [loader, feed]);
}

function NotThere({ error, idOrSlug }: { error: Error; idOrSlug: string }) {
  const t = useT();
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState
      size="big"
      isPage
      icon={DashboardOutlined}
      title={isMissing ? t('This dashboard does not exist') : t('The dashboard could not be opened')}
      text={
        isMissing ? (
          <>
            {t('It was deleted, or you have no access to it.')}
            <Suspense fallback={null}>
              <AskForAccess type="dashboard" object={idOrSlug} />
            </Suspense>
          </>
        ) : (
          errorText(error)
        )
      }
      actions={<Button href={addresses.dashboards}>{t('All dashboards')}</Button>}
    />
  );
}
