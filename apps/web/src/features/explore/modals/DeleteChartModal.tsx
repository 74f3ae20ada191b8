import { Button, Modal, textRoles } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';

export interface DeleteChartModalProps {
  readonly name: string;
  readonly dashboards: readonly string[];
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks once more, and says which dashboards lose the chart. */
export function DeleteChartModal({ name, dashboards, onClose, onConfirm }: DeleteChartModalProps) {
  const t = useT();
  return (
    <Modal
      title={t('Delete chart')}
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="danger" onClick={onConfirm}>
            {t('Delete')}
          </Button>
        </>
      }
    >
      <p>{t('Are you sure you want to delete {{name}}?', { name })}</p>
      {dashboards.length > 0 ? (
        <p className={textRoles.secondary}>{t('It will be missing on: {{names}}', { names: dashboards.join(', ') })}</p>
      ) : null}
    </Modal>
  );
}
