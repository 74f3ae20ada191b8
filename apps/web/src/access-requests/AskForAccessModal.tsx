import { Modal } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { type AskedFor, AskForAccess } from './AskForAccess.tsx';

/** The same question as a dialog, for what has little room of its own. */
export function AskForAccessModal({ onClose, ...asked }: AskedFor & { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Modal title={t('Ask for access')} onClose={onClose}>
      <AskForAccess {...asked} startsAsking />
    </Modal>
  );
}
