import type { WireDestruction } from '@powerset/contract';
import { Button, Modal } from '@powerset/ui';
import { msg, useT } from '../../../i18n/index.ts';
import styles from './ConfirmRunModal.module.css';
import type { RunQuestion } from './confirmation.ts';

/** Longer lists are told by their number. */
const shownStatements = 8;

const effects: Readonly<Record<WireDestruction['kind'], string>> = {
  DELETE: msg('deletes every row: it has no WHERE'),
  UPDATE: msg('changes every row: it has no WHERE'),
  DROP: msg('is gone with all its data'),
  'DROP COLUMN': msg('loses a column with its data'),
  TRUNCATE: msg('loses every row'),
  REPLACE: msg('is replaced, and what it holds is gone'),
  MERGE: msg('loses the rows that match'),
};

/** Asks before SQL runs that takes more than its author may have meant. */
export function ConfirmRunModal({ question }: { readonly question: RunQuestion }) {
  const t = useT();
  const { statements, answer } = question;
  const [only] = statements;
  const title =
    statements.length === 1 && only
      ? t('Run {{kind}} on {{table}}?', { kind: only.kind, table: only.tables.join(', ') })
      : t('Run {{count}} statements that destroy data?', { count: statements.length });
  const more = statements.length - shownStatements;
  return (
    <Modal
      title={title}
      role="alertdialog"
      onClose={() => answer(false)}
      foot={
        <>
          <Button onClick={() => answer(false)} autoFocus>
            {t('Cancel')}
          </Button>
          <Button kind="danger-solid" onClick={() => answer(true)}>
            {t('Run')}
          </Button>
        </>
      }
    >
      <ul className={styles.statements}>
        {statements.slice(0, shownStatements).map(({ kind, tables }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and the same statement may stand in it twice
          <li key={index}>
            <code>{[kind, tables.join(', ')].join(' ')}</code>
            <span>{t(effects[kind])}</span>
          </li>
        ))}
        {more > 0 ? <li>{t('and {{count}} more', { count: more })}</li> : null}
      </ul>
      <p>{t('This cannot be undone.')}</p>
    </Modal>
  );
}
