import type { WireComparison } from '@powerset/contract';
import { Button, DataGrid, Field, Modal, MultiSelect, ProgressLine, Select, TableSkeleton } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LoadFailureBox } from '../../../../controls/load-failure/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { formatCount } from '../../numbers.ts';
import { type ComparisonQuestion, compareQuery, firstWindowQuery } from '../result-calls.ts';
import type { ResultView } from '../result-views.ts';
import styles from './CompareModal.module.css';
import { likelyKeys, type RowChangeKind, toComparedColumns } from './compared-rows.ts';

export interface CompareModalProps {
  readonly view: ResultView;
  /** Those that it can be compared with. */
  readonly others: readonly ResultView[];
  readonly labelOf: (view: ResultView) => string;
  readonly onClose: () => void;
}

const kinds = ['added', 'gone', 'changed'] as const;

/** Two results beside each other: rows that came, went and changed, by the columns that name a row or as a whole. */
export function CompareModal({ view, others, labelOf, onClose }: CompareModalProps) {
  const t = useT();
  const after = view.entry.query.resultsKey ?? '';
  const [beforeId, setBeforeId] = useState(others[0]?.id);
  const before = others.find(({ id }) => id === beforeId)?.entry.query.resultsKey ?? '';
  const names = useCommonNames(before, after);
  const [chosenKeys, setKeys] = useState<readonly string[] | null>(null);
  const keys = chosenKeys ?? likelyKeys(names ?? []);
  const [shown, setShown] = useState<readonly RowChangeKind[]>(kinds);
  const question = { before, keys, kinds: shown };
  const first = useQuery({ ...compareQuery(after, question), enabled: names !== undefined && before !== '' });
  return (
    <Modal
      title={t('Compare {{name}}', { name: labelOf(view) })}
      width={1080}
      closesAtOnce
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className={styles.fields}>
        <Field label={t('Compared with')}>
          {(ids) => (
            <Select
              {...ids}
              value={beforeId}
              onChange={(next) => {
                setBeforeId(next);
                setKeys(null);
              }}
              choices={others.map((other) => ({ value: other.id, label: labelOf(other) }))}
            />
          )}
        </Field>
        <Field label={t('Columns that name a row')} note={t('None: whole rows are compared')}>
          {(ids) => (
            <MultiSelect
              {...ids}
              value={keys}
              onChange={setKeys}
              choices={(names ?? []).map((name) => ({ value: name, label: name }))}
            />
          )}
        </Field>
      </div>
      {first.error ? (
        <LoadFailureBox
          title={t('The results cannot be compared')}
          error={first.error}
          onRetry={() => void first.refetch()}
        />
      ) : null}
      {first.data ? (
        <Changes after={after} question={question} first={first.data} shown={shown} onShown={setShown} />
      ) : null}
      {!first.data && !first.error ? (
        <Comparing before={others.find(({ id }) => id === beforeId)} after={view} />
      ) : null}
    </Modal>
  );
}

/** What is at work; it ends with the dialog. */
function Comparing({ before, after }: { readonly before: ResultView | undefined; readonly after: ResultView }) {
  const t = useT();
  const rows = (view: ResultView | undefined) => formatCount(view?.entry.query.rows ?? 0);
  return (
    <div role="status">
      <ProgressLine />
      <p className={styles.none}>
        {t('Comparing {{after}} rows with {{before}}', { after: rows(after), before: rows(before) })}
      </p>
      <TableSkeleton rows={6} columns={4} />
    </div>
  );
}

/** The columns of one name; undefined until they are known. */
function useCommonNames(before: string, after: string): readonly string[] | undefined {
  const one = useQuery({ ...firstWindowQuery(before, noSelection), enabled: before !== '' });
  const other = useQuery(firstWindowQuery(after, noSelection));
  return useMemo(() => {
    if (!one.data || !other.data) return undefined;
    const known = new Set(one.data.answer.table.columns.map(({ name }) => name));
    return other.data.answer.table.columns.map(({ name }) => name).filter((name) => known.has(name));
  }, [one.data, other.data]);
}

const noSelection = {};

interface ChangesProps {
  readonly after: string;
  readonly question: ComparisonQuestion;
  readonly first: WireComparison;
  readonly shown: readonly RowChangeKind[];
  readonly onShown: (kinds: readonly RowChangeKind[]) => void;
}

function Changes({ after, question, first, shown, onShown }: ChangesProps) {
  const t = useT();
  const words = { added: t('Added'), gone: t('Gone'), changed: t('Changed'), null: 'NULL' };
  const { counts, columns, repeatedKeys } = first;
  const rowCount = shown.reduce((sum, kind) => sum + counts[kind], 0);
  const toggle = (kind: RowChangeKind) => {
    const next = kinds.filter((one) => (one === kind ? !shown.includes(one) : shown.includes(one)));
    onShown(next.length === 0 ? kinds : next);
  };
  return (
    <>
      <fieldset className={styles.counts} aria-label={t('Rows')}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            isOn={shown.includes(kind)}
            aria-pressed={shown.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {words[kind]} {formatCount(counts[kind])}
          </Button>
        ))}
        <span>{t('{{count}} the same', { count: formatCount(counts.same) })}</span>
        {repeatedKeys > 0 ? (
          <span>
            {t('{{count}} rows share their key with others and were paired in their order', {
              count: formatCount(repeatedKeys),
            })}
          </span>
        ) : null}
      </fieldset>
      {rowCount === 0 ? (
        <p className={styles.none}>{t('No such rows: the results are alike in this.')}</p>
      ) : (
        <div className={styles.rows}>
          <DataGrid
            label={t('Differences')}
            columns={[
              { name: t('Change'), type: 'string', width: 110 },
              ...columns.map(({ name }) => ({ name, type: 'string' as const })),
            ]}
            rowCount={rowCount}
            resultKey={JSON.stringify([after, question])}
            firstWindow={{ offset: 0, columns: toComparedColumns(first, words) }}
            fetchWindow={async (offset, limit, signal) => {
              const rows = await compareQuery(after, { ...question, offset, limit }).load(signal);
              return { offset, columns: toComparedColumns(rows, words) };
            }}
          />
        </div>
      )}
    </>
  );
}
