import { Button, ListSkeleton, Modal } from '@powerset/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../api/index.ts';
import { LoadFailureBox } from '../controls/load-failure/index.ts';
import { formatWhen, useLanguage, useT } from '../i18n/index.ts';
import styles from './VersionsModal.module.css';
import type { VersionRow } from './version-words.ts';

/** The versions of one object, as its resource has them. */
export interface Versions<Row extends VersionRow> {
  /** What it is kept under in the page. */
  readonly key: readonly unknown[];
  readonly loadPage: (
    page: { readonly page: number; readonly page_size: number },
    signal: AbortSignal,
  ) => Promise<{ readonly count: number; readonly result: readonly Row[] }>;
  readonly wordsOf: (row: Row) => string;
  /** Brings one back; the dialog closes then. */
  readonly restore: (number: number) => Promise<void>;
}

interface VersionsModalProps<Row extends VersionRow> {
  readonly name: string;
  readonly versions: Versions<Row>;
  /** One version beside another; `newest` is the number of the last. */
  readonly comparison: (number: number, newest: number) => ReactNode;
  readonly onClose: () => void;
}

const pageSize = 25;

/** What an object was with each save, what changed, and the way back. */
export function VersionsModal<Row extends VersionRow>({
  name,
  versions,
  comparison,
  onClose,
}: VersionsModalProps<Row>) {
  const t = useT();
  const [chosen, setChosen] = useState<number | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const pages = usePages(versions);
  const newest = pages.data?.pages[0]?.result[0]?.number;
  const shown = chosen ?? newest;
  const restore = async () => {
    if (shown === undefined) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await versions.restore(shown);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Versions of {{name}}', { name })}
      width={1080}
      onClose={onClose}
      foot={
        <>
          {failure ? (
            <span className={styles.failure} role="alert">
              {failure}
            </span>
          ) : null}
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            kind="primary"
            isDisabled={shown === undefined || shown === newest}
            isBusy={isBusy}
            onClick={() => void restore()}
          >
            {t('Bring this version back')}
          </Button>
        </>
      }
    >
      {pages.error ? (
        <LoadFailureBox
          title={t('The versions could not be read')}
          error={pages.error}
          onRetry={() => void pages.refetch()}
        />
      ) : null}
      {pages.isPending ? <ListSkeleton rows={6} /> : null}
      <div className={styles.sides}>
        <VersionList pages={pages} wordsOf={versions.wordsOf} shown={shown} onChoose={setChosen} />
        {shown === undefined || newest === undefined ? null : comparison(shown, newest)}
      </div>
    </Modal>
  );
}

function usePages<Row extends VersionRow>({ key, loadPage }: Versions<Row>) {
  return useInfiniteQuery({
    queryKey: ['versions', ...key],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => loadPage({ page: pageParam, page_size: pageSize }, signal),
    getNextPageParam: (last, all) => (all.length * pageSize < last.count ? all.length : undefined),
    gcTime: 0,
  });
}

interface VersionListProps<Row extends VersionRow> {
  readonly pages: ReturnType<typeof usePages<Row>>;
  readonly wordsOf: (row: Row) => string;
  readonly shown: number | undefined;
  readonly onChoose: (number: number) => void;
}

function VersionList<Row extends VersionRow>({ pages, wordsOf, shown, onChoose }: VersionListProps<Row>) {
  const t = useT();
  const language = useLanguage();
  const rows = pages.data?.pages.flatMap(({ result }) => result) ?? [];
  return (
    <ol className={styles.list} aria-label={t('Versions')}>
      {rows.map((version) => (
        <li key={version.number}>
          <button
            type="button"
            className={styles.version}
            aria-current={version.number === shown || undefined}
            onClick={() => onChoose(version.number)}
          >
            <span className={styles.when}>
              {version.number}. {formatWhen(Date.parse(version.changed_on), Date.now(), language)}
            </span>
            <span className={styles.words}>{wordsOf(version)}</span>
            {version.changed_by ? (
              <span className={styles.who}>
                {`${version.changed_by.first_name} ${version.changed_by.last_name}`.trim()}
              </span>
            ) : null}
          </button>
        </li>
      ))}
      {pages.hasNextPage ? (
        <li>
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </li>
      ) : null}
    </ol>
  );
}
