import { PlusOutlined } from '@ant-design/icons-svg';
import type { WireDashboardChart } from '@powerset/contract';
import { Button, Modal, sayBeside, useMedia } from '@powerset/ui';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useChartPanel } from '../../../shell/index.ts';
import { deleteNode } from '../layout/index.ts';
import { isDraft, layoutOf, useDashboard, useOpenDashboard } from '../state/index.ts';
import { BuilderPane } from './BuilderPane.tsx';
import styles from './EditSide.module.css';
import { useEdit, useEditStore } from './edit-context.tsx';
import type { EditedChart } from './edit-store.ts';

/** Beside the canvas: what can be put on it, or the settings of one of its charts. */
export function EditSide() {
  const edited = useEdit((state) => state.edited);
  const isPhone = useMedia('(max-width: 599px)');
  if (edited) return <ChartSettings key={edited.nodeId} edited={edited} />;
  return isPhone ? <BuilderSheet /> : <BuilderPane />;
}

/** On phones: what can be put on the canvas, over it until something was. */
function BuilderSheet() {
  const t = useT();
  const edit = useEditStore();
  const layout = useDashboard(layoutOf);
  const isOpen = useEdit((state) => state.builderOver === layout);
  const close = () => edit.setState({ builderOver: null });
  return (
    <>
      <div className={styles.add}>
        <Button kind="primary" icon={PlusOutlined} onClick={() => edit.setState({ builderOver: layout })}>
          {t('Add')}
        </Button>
      </div>
      {isOpen ? (
        <Modal title={t('Add to dashboard')} closesAtOnce onClose={close}>
          <BuilderPane />
        </Modal>
      ) : null}
    </>
  );
}

/** The canvas shows what is being set; it counts when it is saved, and else is taken back. */
function ChartSettings({ edited }: { edited: EditedChart }) {
  const t = useT();
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  const ChartPanel = useChartPanel();
  const { chartId } = edited;
  const original = useRef(store.getState().charts[chartId]);
  const isSaved = useRef(false);
  const put = (change: Partial<NonNullable<typeof original.current>>) => {
    const chart = store.getState().charts[chartId];
    if (chart) store.getState().addChart({ ...chart, ...change });
  };
  useEffect(
    () => () => {
      if (!isSaved.current && original.current) store.getState().addChart(original.current);
    },
    [store],
  );
  const close = () => {
    edit.setState({ edited: null });
    if (edited.isNew) takeBack(store, edited);
  };
  const [draft] = useState(() => draftOf(original.current));
  const onSaved = (name: string) => {
    isSaved.current = true;
    put({ slice_name: name });
    edit.setState({ edited: null });
    if (!draft) sayBeside().success(t('Chart [{{name}}] has been saved', { name }));
  };
  if (!ChartPanel) return <BuilderPane />;
  return (
    <Suspense fallback={<BuilderPane />}>
      <ChartPanel {...{ chartId, draft, onSaved }} onForm={(form) => put({ form_data: form })} onClose={close} />
    </Suspense>
  );
}

function draftOf(chart: WireDashboardChart | undefined) {
  return chart && isDraft(chart.id) ? { name: chart.slice_name, form: chart.form_data } : undefined;
}

/** A new chart that was not wanted leaves the canvas; nothing of it was saved. */
function takeBack(store: ReturnType<typeof useOpenDashboard>['store'], { nodeId }: EditedChart): void {
  const outcome = deleteNode(layoutOf(store.getState()), nodeId);
  if (outcome.isDone) store.getState().setLayout(outcome.layout, 'DELETE_COMPONENT');
}
