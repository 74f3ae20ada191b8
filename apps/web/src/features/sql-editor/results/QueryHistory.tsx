import { DeleteOutlined, EditOutlined, ReloadOutlined } from '@ant-design/icons-svg';
import { Badge, type BadgeKind, classNames, EmptyState, IconButton, textRoles } from '@powerset/ui';
import { formatDuration, formatWhen, useLanguage, useT } from '../../../i18n/index.ts';
import { formatCount } from '../numbers.ts';
import parts from '../parts.module.css';
import { isActive, type RunEntry } from '../runs/run-store.ts';
import styles from './QueryHistory.module.css';

const kinds: Readonly<Record<string, BadgeKind>> = {
  success: 'success',
  failed: 'danger',
  stopped: 'danger',
  timed_out: 'danger',
  running: 'warning',
  pending: 'info',
  fetching: 'info',
  scheduled: 'info',
};

export interface QueryHistoryProps {
  readonly entries: readonly RunEntry[];
  readonly onShow: (entry: RunEntry) => void;
  readonly onEdit: (entry: RunEntry) => void;
  readonly onRerun: (entry: RunEntry) => void;
  readonly onRemove: (entry: RunEntry) => void;
}

/** What was run in this tab, newest first: look at it again, take its text, run it anew, forget it. */
export function QueryHistory({ entries, ...actions }: QueryHistoryProps) {
  const t = useT();
  if (entries.length === 0)
    return <EmptyState title={t('No query history yet...')} text={t('Runs of this tab are listed here.')} />;
  return (
    <div className={styles.history}>
      <table>
        <thead>
          <tr>
            <th>{t('State')}</th>
            <th>{t('Query')}</th>
            <th>{t('Started')}</th>
            <th className={styles.number}>{t('Duration')}</th>
            <th className={styles.number}>{t('Rows')}</th>
            <th>
              <span className={textRoles.spoken}>{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <HistoryRow key={entry.query.id} entry={entry} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<QueryHistoryProps, 'entries'> & { readonly entry: RunEntry };

function HistoryRow({ entry, onShow, onEdit, onRerun, onRemove }: RowProps) {
  const t = useT();
  const language = useLanguage();
  const { query } = entry;
  const start = query.startDttm ?? 0;
  return (
    <tr>
      <td>
        <Badge kind={kinds[query.state] ?? 'neutral'}>{stateText(t, query.state)}</Badge>
      </td>
      <td className={styles.sql}>
        <button
          type="button"
          dir="auto"
          className={classNames(parts.link, textRoles.truncated)}
          title={query.sql}
          onClick={() => onShow(entry)}
        >
          {query.sql.replace(/\s+/g, ' ').slice(0, 300)}
        </button>
      </td>
      <td>{formatWhen(start, Date.now(), language)}</td>
      <td className={styles.number}>
        <bdi dir="ltr">{query.endDttm ? formatDuration(query.endDttm - start) : ''}</bdi>
      </td>
      <td className={styles.number}>{query.rows === null ? '' : formatCount(query.rows)}</td>
      <td className={styles.actions}>
        <IconButton icon={EditOutlined} size="small" label={t('Put into the editor')} onClick={() => onEdit(entry)} />
        <IconButton icon={ReloadOutlined} size="small" label={t('Run again')} onClick={() => onRerun(entry)} />
        <IconButton
          icon={DeleteOutlined}
          size="small"
          label={t('Remove query from log')}
          isDisabled={isActive(query)}
          onClick={() => onRemove(entry)}
        />
      </td>
    </tr>
  );
}

function stateText(t: ReturnType<typeof useT>, state: string): string {
  const texts: Readonly<Record<string, string>> = {
    success: t('Success'),
    failed: t('Failed'),
    stopped: t('Stopped'),
    timed_out: t('Timed out'),
    running: t('Running'),
    pending: t('Pending'),
    fetching: t('Fetching'),
    scheduled: t('Scheduled'),
  };
  return texts[state] ?? state;
}
