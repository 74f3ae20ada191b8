import { Button, Modal } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteItem, deleteItems } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import type { ListDefinition } from './list-definition.ts';

interface DeleteModalProps<Row extends { readonly id: number }> {
  readonly definition: ListDefinition<Row>;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks once before something is gone for good, and says what goes with it. */
export function DeleteModal<Row extends { readonly id: number }>({
  definition,
  rows,
  onClose,
  onDone,
}: DeleteModalProps<Row>) {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [only] = rows;
  const warning = useQuery({
    queryKey: [definition.resource.name, 'delete-warning', only?.id],
    queryFn: () => (rows.length === 1 && only && definition.deleteWarning ? definition.deleteWarning(only) : null),
    retry: false,
  });
  const confirm = async () => {
    setIsBusy(true);
    const isGone =
      rows.length === 1 && only
        ? await deleteItem(definition.resource, { id: only.id, name: definition.nameOf(only) })
        : await deleteItems(
            definition.resource,
            rows.map((row) => row.id),
          );
    setIsBusy(false);
    if (isGone) onDone();
    onClose();
  };
  const what = rows.length === 1 && only ? definition.nameOf(only) : t('{{count}} selected', { count: rows.length });
  return (
    <Modal
      title={t('Delete {{name}}?', { name: what })}
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose} autoFocus>
            {t('Cancel')}
          </Button>
          <Button kind="danger-solid" isBusy={isBusy} onClick={() => void confirm()}>
            {t('Delete')}
          </Button>
        </>
      }
    >
      <p>{t('This cannot be undone.')}</p>
      {warning.data ? <p className="ps-t2">{warning.data}</p> : null}
      {rows.length > 1 ? (
        <ul className="dm">
          {rows.slice(0, 8).map((row) => (
            <li key={row.id} className="ps-cut">
              {definition.nameOf(row)}
            </li>
          ))}
          {rows.length > 8 ? <li className="ps-t3">{t('and {{count}} more', { count: rows.length - 8 })}</li> : null}
        </ul>
      ) : null}
    </Modal>
  );
}
