import { dashboardEndpoints } from '@powerset/contract';
import { Button, EmptyState } from '@powerset/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';

/** Makes an empty dashboard and opens it in edit mode. */
export function NewDashboardPage() {
  const t = useT();
  const navigate = useNavigate();
  const isStarted = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: () =>
      api.callEndpoint(dashboardEndpoints.create, {
        body: { dashboard_title: t('[ untitled dashboard ]') },
      }),
    onSuccess: ({ id }) => navigate(addresses.dashboard(id, '?edit=true'), { replace: true }),
  });
  useEffect(() => {
    // Effects may run twice; one dashboard is enough.
    if (!isStarted.current) mutate();
    isStarted.current = true;
  }, [mutate]);
  if (!error) return null;
  return (
    <EmptyState
      size="big"
      isPage
      title={t('The dashboard could not be created')}
      text={errorText(error)}
      actions={<Button onClick={() => mutate()}>{t('Try again')}</Button>}
    />
  );
}
