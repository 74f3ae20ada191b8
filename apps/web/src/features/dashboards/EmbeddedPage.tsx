import { embeddedDashboardEndpoints } from '@powerset/contract';
import { EmptyState } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError, api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { OpenedPage } from './DashboardPage.tsx';
import styles from './EmbeddedPage.module.css';
import { HostAnswers } from './embedded/index.ts';

/** A dashboard inside of a page of another site: for whoever holds that page's token, without the product around it. */
export function EmbeddedPage() {
  const { uuid = '' } = useParams();
  const { data, error } = useQuery({
    queryKey: ['embedded-dashboard', uuid],
    queryFn: ({ signal }) => api.callEndpoint(embeddedDashboardEndpoints.open, { params: { uuid }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <NotEmbedded error={error} />;
  if (!data) return null;
  return (
    <div className={styles.page}>
      <OpenedPage idOrSlug={data.result.dashboard_id} renderError={(failure) => <NotEmbedded error={failure} />}>
        <HostAnswers />
      </OpenedPage>
    </div>
  );
}

/** Why nothing is shown, in words for whoever looks at the page around it. */
function NotEmbedded({ error }: { readonly error: Error }) {
  const t = useT();
  const isRefused = error instanceof ApiError && error.status === 401;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403);
  if (isMissing)
    return (
      <EmptyState
        size="big"
        title={t('This dashboard is not shown here')}
        text={t('It is not embedded any more, or not for this page.')}
      />
    );
  return (
    <EmptyState
      size="big"
      title={isRefused ? t('The page around this one gave no valid token') : t('The dashboard could not be opened')}
      text={isRefused ? t('Load the page anew. If that does not help, tell whoever runs it.') : errorText(error)}
    />
  );
}
