import { queryRunEndpoints } from '@powerset/contract';
import { Badge, Button, EmptyState, ListSkeleton, Modal, SearchInput } from '@powerset/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type RowOf } from '../../../api/index.ts';
import { LoadFailureBox } from '../../../controls/load-failure/index.ts';
import { formatDuration, formatWhen, rowCountText, useLanguage, useT } from '../../../i18n/index.ts';
import { useUserId } from '../../../shell/index.ts';
import { formatCount } from '../numbers.ts';
import type { EditorSession } from '../session.ts';
import styles from './HistoryModal.module.css';

type Run = RowOf<typeof queryRunEndpoints>;

const pageSize = 25;
const searchDelayMs = 250;

interface HistoryModalProps {
  readonly session: EditorSession;
  readonly onClose: () => void;
}

/** Everything that was run in any tab, found by its text, its tables or its error; opened with its results while they are kept. */
export function HistoryModal({ session, onClose }: HistoryModalProps) {
  const t = useT();
  const [text, setText] = useState('');
  const runs = useRuns(text);
  const found = runs.data?.pages.flatMap(({ result }) => result) ?? [];
  const open = (run: Run) => {
    session.openRun({
      clientId: run.client_id,
      sql: run.sql,
      catalog: run.catalog,
      schema: run.schema,
      dbId: run.database.id,
      name: run.tab_name,
      hasResults: run.results_key !== null,
      changedMs: Date.parse(run.changed_on),
    });
    onClose();
  };
  return (
    <Modal title={t('Search the history')} width={1080} onClose={onClose}>
      <div className={styles.body}>
        <SearchInput label={t('Search texts, tables and errors')} value={text} onChange={setText} />
        {runs.error ? (
          <LoadFailureBox
            title={t('The history could not be read')}
            error={runs.error}
            onRetry={() => void runs.refetch()}
          />
        ) : null}
        {runs.isPending ? <ListSkeleton rows={8} /> : null}
        {runs.data && found.length === 0 ? (
          <EmptyState size="small" title={t('Nothing found')} text={t('No run has this in its text or its error.')} />
        ) : null}
        <ul className={styles.list} aria-label={t('Runs')}>
          {found.map((run) => (
            <RunRow key={run.id} run={run} onOpen={() => open(run)} />
          ))}
        </ul>
        {runs.hasNextPage ? (
          <Button isBusy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {t('Load more')}
          </Button>
        ) : null}
      </div>
    </Modal>
  );
}

/** Own runs, newest first, without previews of tables. */
function useRuns(text: string) {
  const userId = useUserId() ?? 0;
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = settled.trim();
  return useInfiniteQuery({
    queryKey: ['sql-history', userId, wanted],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.callEndpoint(queryRunEndpoints.list, {
        query: {
          q: {
            order_column: 'start_time',
            order_direction: 'desc',
            page: pageParam,
            page_size: pageSize,
            filters: [
              { col: 'user', opr: 'eq', value: userId },
              { col: 'is_data_preview', opr: 'eq', value: false },
              ...(wanted === '' ? [] : [{ col: 'sql', opr: 'all_text', value: wanted }]),
            ],
          },
        },
        signal,
      }),
    getNextPageParam: (last, all) => (all.length * pageSize < last.count ? all.length : undefined),
    placeholderData: (last) => last,
    gcTime: 0,
  });
}

function RunRow({ run, onOpen }: { readonly run: Run; readonly onOpen: () => void }) {
  const t = useT();
  const language = useLanguage();
  const { start_time: start, end_time: end, error_message: error } = run;
  const facts = [
    run.database.database_name,
    run.tab_name,
    start === null ? null : formatWhen(start, Date.now(), language),
    start !== null && end !== null ? formatDuration(end - start) : null,
    run.rows === null ? null : rowCountText(run.rows, formatCount(run.rows)),
    run.results_key === null ? null : t('results kept'),
  ].filter((fact) => fact !== null && fact !== '');
  const isGood = run.status === 'success';
  return (
    <li className={styles.run}>
      <div className={styles.words}>
        <pre className={styles.sql}>{run.sql.trim().split('\n').slice(0, 4).join('\n').slice(0, 600)}</pre>
        {error ? <p className={styles.error}>{error.slice(0, 300)}</p> : null}
        <p className={styles.facts}>
          {isGood ? null : <Badge kind={error ? 'danger' : 'neutral'}>{error ? t('Failed') : run.status}</Badge>}{' '}
          {facts.join(' · ')}
        </p>
      </div>
      <Button size="small" onClick={onOpen}>
        {t('Open in a tab')}
      </Button>
    </li>
  );
}
