import { FormOutlined } from '@ant-design/icons-svg';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { resources, useInvalidate } from '../../api/index.ts';
import { WaitingModal } from '../../controls/waiting-modal/index.ts';
import { useT } from '../../i18n/index.ts';
import type { RowAction } from '../../lists/index.ts';
import { ChartPropertiesModal, DashboardPropertiesModal } from '../../properties/index.ts';

export interface PropertyEditing {
  /** What changes the properties of a row. */
  readonly action: (row: { readonly id: number }) => RowAction;
}

/** Properties of charts or dashboards in their list, and the dialog that is over it while they are changed. */
export function usePropertyEditing(kind: 'chart' | 'dashboard'): { editing: PropertyEditing; dialog: ReactNode } {
  const t = useT();
  const invalidate = useInvalidate();
  const [id, setId] = useState<number | null>(null);
  const action = useCallback(
    (row: { readonly id: number }): RowAction => ({
      key: 'properties',
      label: t('Properties'),
      icon: FormOutlined,
      onSelect: () => setId(row.id),
    }),
    [t],
  );
  const close = () => setId(null);
  const saved = () => void invalidate(kind === 'chart' ? resources.charts : resources.dashboards);
  const dialog =
    id === null ? null : (
      <Suspense fallback={<WaitingModal title={t('Properties')} onClose={close} />}>
        {kind === 'chart' ? (
          <ChartPropertiesModal chartId={id} onSaved={saved} onClose={close} />
        ) : (
          <DashboardPropertiesModal dashboardId={id} onSaved={saved} onClose={close} />
        )}
      </Suspense>
    );
  const editing = useMemo(() => ({ action }), [action]);
  return { editing, dialog };
}
