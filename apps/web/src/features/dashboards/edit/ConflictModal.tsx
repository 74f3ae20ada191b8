import { dashboardEndpoints, type WireDashboardDetail } from '@powerset/contract';
import { Button, Modal, Skeleton } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { chartIdsOf, type Layout, readLayout } from '../layout/index.ts';
import { useDashboard } from '../state/dashboard-context.tsx';
import { layoutOf } from '../state/dashboard-state.ts';
import { makeNodeId } from '../state/make-node-id.ts';

export interface ConflictModalProps {
  readonly onClose: () => void;
  readonly onOverwrite: () => void;
  readonly onDiscard: () => Promise<void>;
}

/** Somebody else saved meanwhile: what differs, and the choice whose version stays. */
export function ConflictModal({ onClose, onOverwrite, onDiscard }: ConflictModalProps) {
  const t = useT();
  const id = useDashboard((state) => state.dashboard.id);
  const { data } = useQuery({
    queryKey: ['dashboard-conflict', id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.callEndpoint<{ result: WireDashboardDetail }>(dashboardEndpoints.get, { params: { id }, signal }))
        .result,
  });
  return (
    <Modal
      role="alertdialog"
      title={t('Confirm overwrite')}
      width={800}
      isSticky
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep editing')}</Button>
          <Button onClick={() => void onDiscard().then(onClose)}>{t('Take theirs')}</Button>
          <Button
            kind="danger-solid"
            isDisabled={!data}
            onClick={() => {
              onClose();
              onOverwrite();
            }}
          >
            {t('Overwrite')}
          </Button>
        </>
      }
    >
      <p>{t('Please confirm the overwrite values.')}</p>
      {data ? <Differences theirs={data} /> : <Skeleton height={120} width="100%" />}
    </Modal>
  );
}

function Differences({ theirs }: { theirs: WireDashboardDetail }) {
  const t = useT();
  const title = useDashboard((state) => state.title);
  const css = useDashboard((state) => state.css);
  const layout = useDashboard(layoutOf);
  const rows = [
    [t('Name'), theirs.dashboard_title, title],
    [t('CSS'), theirs.css, css],
    [t('Charts'), chartNames(readLayout(theirs.position_json, makeNodeId).layout), chartNames(layout)],
  ] as const;
  const changed = rows.filter(([, left, right]) => left !== right);
  return (
    <>
      <p className="ps-t2" style={{ marginTop: 8 }}>
        {t('{{who}} saved this dashboard {{when}}.', {
          who: theirs.changed_by_name,
          when: theirs.changed_on_delta_humanized,
        })}
      </p>
      {changed.map(([label, left, right]) => (
        <section key={label} style={{ marginTop: 12 }}>
          <h3>{label}</h3>
          <div className="diff">
            <div>
              <span className="ps-s12 ps-t3">{t('Theirs')}</span>
              <pre>{left}</pre>
            </div>
            <div>
              <span className="ps-s12 ps-t3">{t('Yours')}</span>
              <pre>{right}</pre>
            </div>
          </div>
        </section>
      ))}
      {changed.length === 0 ? (
        <p className="ps-t3" style={{ marginTop: 12 }}>
          {t('Names, style and charts are the same; sizes, places or filters differ.')}
        </p>
      ) : null}
    </>
  );
}

function chartNames(layout: Layout): string {
  const names = Object.values(layout)
    .filter((node) => node.type === 'CHART' && chartIdsOf(layout).includes(node.meta.chartId ?? -1))
    .map((node) => node.meta.sliceNameOverride || node.meta.sliceName || '');
  return names.sort().join('\n');
}
