import { checkEndpoints } from '@powerset/contract';
import { Button, ListSkeleton, Modal } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';
import { FindingList } from '../../../checks/index.ts';
import { LoadFailureBox } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useDashboard } from '../state/index.ts';

/** What of the dashboard does not work: broken columns, unknown metrics, unused filters and dead charts. */
export function CheckModal({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const id = useDashboard((state) => state.dashboard.id);
  const { data, error, refetch } = useQuery({
    queryKey: ['check', 'dashboard', id],
    queryFn: async ({ signal }) =>
      (await api.callEndpoint(checkEndpoints.dashboard, { params: { id }, signal })).result,
    retry: false,
    gcTime: 0,
  });
  return (
    <Modal
      title={t('What is broken')}
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {error ? (
        <LoadFailureBox title={t('It could not be checked')} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data || error ? null : <ListSkeleton rows={4} />}
      {data?.count === 0 ? (
        <p>{t('Nothing: every chart and filter finds the columns and metrics that it asks for.')}</p>
      ) : null}
      {data && data.count > 0 ? <FindingList found={data} /> : null}
    </Modal>
  );
}
