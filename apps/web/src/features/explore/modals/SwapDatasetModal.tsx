import type { WireDataset } from '@powerset/contract';
import { Button, classNames, EmptyState, ListSkeleton, lineRoles, Modal, SearchInput, textRoles } from '@powerset/ui';
import { useEffect, useRef, useState } from 'react';
import { resources, useList } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { ErrorView } from '../../../shell/index.ts';
import styles from './SwapDatasetModal.module.css';

const searchDelayMs = 250;
const focusDelayMs = 200;
const pageSize = 15;

interface SwapDatasetModalProps {
  /** Closes the dialog once the chart is on the dataset. */
  readonly onChoose: (id: number, signal: AbortSignal) => Promise<void> | void;
  readonly onClose: () => void;
}

/** Chooses another dataset for the chart, and asks once more before it changes. */
export function SwapDatasetModal({ onChoose, onClose }: SwapDatasetModalProps) {
  const t = useT();
  const [chosen, setChosen] = useState<WireDataset | null>(null);
  if (chosen) return <Confirmation {...{ chosen, onChoose, onClose }} onBack={() => setChosen(null)} />;
  return (
    <Modal
      title={t('Swap dataset')}
      width={800}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <Warning />
      <Choices onChoose={setChosen} />
    </Modal>
  );
}

interface ConfirmationProps extends SwapDatasetModalProps {
  readonly chosen: WireDataset;
  readonly onBack: () => void;
}

function Confirmation({ chosen, onChoose, onClose, onBack }: ConfirmationProps) {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // Whoever closes the dialog while the server is asked stays on the dataset of before.
  const asked = useRef(new AbortController());
  useEffect(() => () => asked.current.abort(), []);
  const proceed = async () => {
    asked.current = new AbortController();
    const { signal } = asked.current;
    setIsBusy(true);
    setFailure(null);
    try {
      await onChoose(chosen.id, signal);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(error);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Swap dataset')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button isDisabled={isBusy} onClick={onBack}>
            {t('Back')}
          </Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void proceed()}>
            {t('Proceed')}
          </Button>
        </>
      }
    >
      {failure === null ? null : <ErrorView error={failure} title={t('The dataset was not changed')} />}
      <Warning />
      <p>{t('The chart will use {{name}}.', { name: chosen.table_name })}</p>
    </Modal>
  );
}

function Warning() {
  const t = useT();
  return (
    <p className={classNames(textRoles.secondary, styles.note)}>
      {t(
        'Changing the dataset may break the chart if the chart relies on columns or metadata that does not exist in the target dataset',
      )}
    </p>
  );
}

function Choices({ onChoose }: { onChoose: (row: WireDataset) => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [page, setPage] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      setText(typed);
      setPage(0);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useList(
    resources.datasets,
    {
      filters: text ? [{ col: 'table_name', opr: 'ct', value: text }] : [],
      orderColumn: 'changed_on_delta_humanized',
      orderDirection: 'desc',
      page,
      pageSize,
    },
    { showsFailure: true },
  );
  const failure = list.collection.length === 0 && !list.loading ? list.error : null;
  const pages = Math.max(1, Math.ceil(list.count / pageSize));
  return (
    <>
      <SearchInput ref={input} label={t('Search / Filter')} value={typed} onChange={setTyped} />
      {list.isFirstLoad || (list.error && list.loading) ? (
        <div role="status" aria-label={t('Loading...')}>
          <ListSkeleton />
        </div>
      ) : null}
      {list.collection.length > 0 ? <DatasetTable rows={list.collection} onChoose={onChoose} /> : null}
      {failure ? (
        <ErrorView
          error={failure}
          title={t('The list could not be loaded')}
          actions={
            <Button size="small" onClick={list.refresh}>
              {t('Try again')}
            </Button>
          }
        />
      ) : null}
      {!list.loading && !list.error && list.count === 0 ? (
        <EmptyState size="small" title={t('No dataset matches')} />
      ) : null}
      <div className={classNames(lineRoles.line, styles.note)}>
        <span className={classNames(textRoles.muted, textRoles.small)}>
          {t('Page {{page}} of {{pages}}', { page: page + 1, pages })}
        </span>
        <span className={classNames(lineRoles.end, lineRoles.line)}>
          <Button size="small" isDisabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('Previous page')}
          </Button>
          <Button size="small" isDisabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            {t('Next page')}
          </Button>
        </span>
      </div>
    </>
  );
}

function DatasetTable({ rows, onChoose }: { rows: readonly WireDataset[]; onChoose: (row: WireDataset) => void }) {
  const t = useT();
  return (
    <table className={styles.datasets}>
      <thead>
        <tr>
          <th>{t('Name')}</th>
          <th>{t('Type')}</th>
          <th>{t('Schema')}</th>
          <th>{t('Connection')}</th>
          <th>{t('Owners')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <button type="button" onClick={() => onChoose(row)}>
                {row.table_name}
              </button>
            </td>
            <td>{row.kind === 'physical' ? t('physical') : t('virtual')}</td>
            <td>{row.schema}</td>
            <td>{row.database.database_name}</td>
            <td>{row.owners.map((owner) => `${owner.first_name} ${owner.last_name}`.trim()).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
