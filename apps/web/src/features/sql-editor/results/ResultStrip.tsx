import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  EllipsisOutlined,
  LoadingOutlined,
  PauseCircleOutlined,
  PushpinFilled,
} from '@ant-design/icons-svg';
import {
  Button,
  copyText,
  Field,
  Icon,
  IconButton,
  type IconType,
  MenuButton,
  type MenuEntry,
  Modal,
  sayBeside,
  type TabItem,
  Tabs,
  TextInput,
} from '@powerset/ui';
import { Suspense, useEffect, useRef, useState } from 'react';
import { rowCountText, useT } from '../../../i18n/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import { formatCount } from '../numbers.ts';
import { isActive, type RunEntry } from '../runs/run-store.ts';
import { quoteResult } from './named-results.ts';
import styles from './ResultStrip.module.css';
import { type ResultView, unlistedOf } from './result-views.ts';
import type { ResultViews } from './use-result-views.ts';

const CompareModal = lazyPart(async () => (await import('./comparison/CompareModal.tsx')).CompareModal);

interface ResultStripProps {
  readonly results: ResultViews;
  readonly latest: RunEntry | undefined;
}

/** The results side by side: one of each statement, and those that were pinned. */
export function ResultStrip({ results, latest }: ResultStripProps) {
  const t = useT();
  const { views, active, labelOf } = results;
  const [renamed, setRenamed] = useState<ResultView | null>(null);
  const [compared, setCompared] = useState<ResultView | null>(null);
  const strip = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result in front is brought into sight
  useEffect(() => {
    strip.current
      ?.querySelector('[role=tab][aria-selected=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeId, views.length]);
  if (!active || (views.length < 2 && !active.isPinned && active.index === null)) return null;
  const items: readonly TabItem<string>[] = views.map((view) => ({
    key: view.id,
    label: <ViewLabel view={view} name={labelOf(view)} />,
  }));
  return (
    <div ref={strip} className={styles.strip}>
      <Tabs
        label={t('Results of the statements')}
        className={styles.tabs}
        items={items}
        active={active.id}
        onChange={results.choose}
      />
      {latest ? <Unlisted latest={latest} /> : null}
      <MenuButton
        label={t('Result')}
        placement="bottom-end"
        items={buildMenu({
          t,
          results,
          view: active,
          rename: () => setRenamed(active),
          compare: () => setCompared(active),
        })}
        trigger={<IconButton icon={EllipsisOutlined} size="small" label={t('Result')} hasTooltip={false} />}
      />
      {compared ? (
        <Suspense fallback={null}>
          <CompareModal
            view={compared}
            others={comparableWith(views, compared)}
            labelOf={(view) => (view.index === null ? labelOf(view) : `${view.index + 1}: ${labelOf(view)}`)}
            onClose={() => setCompared(null)}
          />
        </Suspense>
      ) : null}
      {renamed ? (
        <RenameModal
          name={labelOf(renamed)}
          onRename={(name) => results.rename(renamed, name)}
          onClose={() => setRenamed(null)}
        />
      ) : null}
    </div>
  );
}

/** The other results whose rows are kept, pinned ones first: they are what later ones are compared with. */
function comparableWith(views: readonly ResultView[], view: ResultView): readonly ResultView[] {
  if (view.entry.query.resultsKey === null) return [];
  const others = views.filter(({ id, entry }) => id !== view.id && entry.query.resultsKey !== null);
  return [...others.filter(({ isPinned }) => isPinned), ...others.filter(({ isPinned }) => !isPinned)];
}

interface MenuParts {
  readonly t: ReturnType<typeof useT>;
  readonly results: ResultViews;
  readonly view: ResultView;
  readonly rename: () => void;
  readonly compare: () => void;
}

function buildMenu({ t, results, view, rename, compare }: MenuParts): readonly MenuEntry[] {
  const isKept = view.entry.query.resultsKey !== null;
  return [
    view.isPinned
      ? { key: 'unpin', label: t('Unpin result'), onSelect: () => results.unpin(view) }
      : { key: 'pin', label: t('Pin result'), isDisabled: !isKept, onSelect: () => results.pin(view) },
    { key: 'rename', label: t('Rename result'), onSelect: rename },
    {
      key: 'compare',
      label: t('Compare with another result'),
      isDisabled: comparableWith(results.views, view).length === 0,
      tooltip: t('Rows that came, went and changed. Pin a result to compare it with a later one.'),
      onSelect: compare,
    },
    {
      key: 'table',
      label: t('Copy as a table for SQL'),
      isDisabled: !view.isPinned,
      tooltip: t('While it is pinned, statements of the embedded engine read it by its name.'),
      onSelect: () => void copyAsTable(results.labelOf(view), t),
    },
    { kind: 'rule', key: 'rule' },
    {
      key: 'close',
      label: t('Close result'),
      isDisabled: isActive(view.entry.query),
      onSelect: () => results.close(view),
    },
  ];
}

async function copyAsTable(name: string, t: ReturnType<typeof useT>): Promise<void> {
  const say = sayBeside();
  if (await copyText(`result(${quoteResult(name)})`)) say.success(t('Copied to clipboard!'));
}

const stateIcons: Readonly<Record<string, IconType>> = {
  success: CheckCircleOutlined,
  failed: CloseCircleOutlined,
  timed_out: CloseCircleOutlined,
  stopped: PauseCircleOutlined,
};

function ViewLabel({ view, name }: { readonly view: ResultView; readonly name: string }) {
  const t = useT();
  const { query } = view.entry;
  const icon = view.isPinned ? PushpinFilled : (stateIcons[query.state] ?? LoadingOutlined);
  return (
    <span className={styles.label} data-state={query.state} title={query.sql.slice(0, 1000)}>
      <Icon of={icon} size={12} />
      {view.index === null ? null : <span className={styles.index}>{view.index + 1}</span>}
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.fact}>{factOf(t, view)}</span>
    </span>
  );
}

function factOf(t: ReturnType<typeof useT>, { entry: { query } }: ResultView): string {
  if (isActive(query)) return t('Running');
  if (query.state === 'stopped') return t('Stopped');
  if (query.state !== 'success') return t('Failed');
  if (query.rows === null) return t('Done');
  return rowCountText(query.rows, formatCount(query.rows));
}

function Unlisted({ latest }: { readonly latest: RunEntry }) {
  const t = useT();
  const { notRun, more } = unlistedOf(latest);
  if (isActive(latest.query) || (notRun === 0 && more === 0)) return null;
  return (
    <span className={styles.unlisted}>
      {notRun > 0 ? t('{{count}} not run', { count: formatCount(notRun) }) : null}
      {notRun > 0 && more > 0 ? ' · ' : null}
      {more > 0 ? t('{{count}} more ran', { count: formatCount(more) }) : null}
    </span>
  );
}

interface RenameProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

function RenameModal({ name, onRename, onClose }: RenameProps) {
  const t = useT();
  const [text, setText] = useState(name);
  const submit = () => {
    if (text.trim() === '') return;
    onRename(text.trim());
    onClose();
  };
  return (
    <Modal
      title={t('Rename result')}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={text.trim() === ''}>
            {t('Rename')}
          </Button>
        </>
      }
    >
      <Field label={t('Name')}>{(ids) => <TextInput {...ids} value={text} onChange={setText} maxLength={100} />}</Field>
    </Modal>
  );
}
