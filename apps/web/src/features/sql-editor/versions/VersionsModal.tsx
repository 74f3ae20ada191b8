import { savedQueryEndpoints, type VersionedField, type WireWholeVersion } from '@powerset/contract';
import { Button, ListSkeleton, Modal, RadioGroup } from '@powerset/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText } from '../../../api/index.ts';
import { type Difference, Differences, TextDifference } from '../../../conflicts/index.ts';
import { LoadFailureBox } from '../../../controls/load-failure/index.ts';
import { formatWhen, useLanguage, useT } from '../../../i18n/index.ts';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { loadSavedQuery, toTabFields } from '../toolbar/save-query.ts';
import styles from './VersionsModal.module.css';
import { fieldLabels, versionWords } from './version-words.ts';

interface VersionsModalProps {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  readonly onClose: () => void;
}

const pageSize = 25;

/** What the tab's saved query was with each save, what changed, and the way back. */
export function VersionsModal({ tab, session, onClose }: VersionsModalProps) {
  const t = useT();
  const id = tab.remoteId ?? 0;
  const [chosen, setChosen] = useState<number | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const versions = useVersions(id);
  const rows = versions.data?.pages.flatMap(({ result }) => result) ?? [];
  const newest = rows[0]?.number;
  const shown = chosen ?? newest;
  const restore = async () => {
    if (shown === undefined) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const { last_modified_time } = await loadSavedQuery(id);
      await api.callEndpoint(savedQueryEndpoints.restoreVersion, {
        params: { id, number: shown },
        body: { last_modified_time },
      });
      session.change(tab.id, toTabFields(await loadSavedQuery(id)));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Versions of {{name}}', { name: tab.name })}
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
      {versions.error ? (
        <LoadFailureBox
          title={t('The versions could not be read')}
          error={versions.error}
          onRetry={() => void versions.refetch()}
        />
      ) : null}
      {versions.isPending ? <ListSkeleton rows={6} /> : null}
      <div className={styles.sides}>
        <VersionList versions={versions} shown={shown} onChoose={setChosen} />
        {shown === undefined ? null : <Comparison key={shown} id={id} number={shown} tab={tab} session={session} />}
      </div>
    </Modal>
  );
}

function useVersions(id: number) {
  return useInfiniteQuery({
    queryKey: ['saved-query-versions', id],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.callEndpoint(savedQueryEndpoints.versions, {
        params: { id },
        query: { q: { page: pageParam, page_size: pageSize } },
        signal,
      }),
    getNextPageParam: (last, all) => (all.length * pageSize < last.count ? all.length : undefined),
    gcTime: 0,
  });
}

interface VersionListProps {
  readonly versions: ReturnType<typeof useVersions>;
  readonly shown: number | undefined;
  readonly onChoose: (number: number) => void;
}

function VersionList({ versions, shown, onChoose }: VersionListProps) {
  const t = useT();
  const language = useLanguage();
  const rows = versions.data?.pages.flatMap(({ result }) => result) ?? [];
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
            <span className={styles.words}>{versionWords(version, t)}</span>
            {version.changed_by ? (
              <span className={styles.who}>
                {`${version.changed_by.first_name} ${version.changed_by.last_name}`.trim()}
              </span>
            ) : null}
          </button>
        </li>
      ))}
      {versions.hasNextPage ? (
        <li>
          <Button isBusy={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </li>
      ) : null}
    </ol>
  );
}

interface ComparisonProps {
  readonly id: number;
  readonly number: number;
  readonly tab: EditorTab;
  readonly session: EditorSession;
}

/** Against the version before, or against what stands in the tab. */
function Comparison({ id, number, tab, session }: ComparisonProps) {
  const t = useT();
  const [against, setAgainst] = useState<'before' | 'tab'>('before');
  const version = useVersion(id, number);
  const before = useVersion(id, number - 1);
  if (version.error)
    return (
      <LoadFailureBox
        title={t('The version could not be read')}
        error={version.error}
        onRetry={() => void version.refetch()}
      />
    );
  if (!version.data || before.isPending) return <ListSkeleton rows={8} />;
  const nameOf = (dbId: number | null) =>
    session.info.getState().databases.find((database) => database.id === dbId)?.database_name ?? String(dbId ?? '');
  const own = toTexts(version.data, nameOf);
  const older = before.data ? toTexts(before.data, nameOf) : nothing;
  const [left, right] = against === 'before' ? [older, own] : [own, tabTexts(tab, own, nameOf)];
  const labels =
    against === 'before'
      ? [
          before.data ? t('Version {{number}}', { number: number - 1 }) : t('Before'),
          t('Version {{number}}', { number }),
        ]
      : [t('Version {{number}}', { number }), t('This tab')];
  const differences: readonly Difference[] = fieldNames
    .filter((field) => field !== 'sql' && left[field] !== right[field])
    .map((field) => ({ label: t(fieldLabels[field]), left: left[field], right: right[field] }));
  return (
    <div className={styles.comparison}>
      <RadioGroup
        label={t('Compare with')}
        name="versions-against"
        value={against}
        choices={[
          { value: 'before', label: t('The version before') },
          { value: 'tab', label: t('What stands in the tab') },
        ]}
        onChange={setAgainst}
      />
      <TextDifference left={left.sql} right={right.sql} leftLabel={labels[0] ?? ''} rightLabel={labels[1] ?? ''} />
      <Differences differences={differences} leftLabel={labels[0] ?? ''} rightLabel={labels[1] ?? ''} />
    </div>
  );
}

/** Null for a version that is not kept. */
function useVersion(id: number, number: number) {
  return useQuery({
    queryKey: ['saved-query-version', id, number],
    queryFn: async ({ signal }) => {
      if (number < 1) return null;
      const answer = await api
        .callEndpoint(savedQueryEndpoints.version, { params: { id, number }, signal })
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        });
      return answer?.result ?? null;
    },
    retry: false,
    // It never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type Texts = Readonly<Record<VersionedField, string>>;

const fieldNames = ['label', 'description', 'sql', 'db_id', 'schema', 'template_parameters'] as const;
const nothing: Texts = { label: '', description: '', sql: '', db_id: '', schema: '', template_parameters: '' };

function toTexts(version: WireWholeVersion, nameOf: (dbId: number | null) => string): Texts {
  const { label, description, sql, db_id, database, schema, template_parameters: parameters } = version;
  return {
    label,
    description: description ?? '',
    sql,
    db_id: database?.database_name ?? nameOf(db_id),
    schema: schema ?? '',
    template_parameters: parameters ?? '',
  };
}

/** A tab has no description of its own. */
function tabTexts(tab: EditorTab, { description }: Texts, nameOf: (dbId: number | null) => string): Texts {
  return {
    label: tab.name,
    description,
    sql: tab.sql,
    db_id: nameOf(tab.dbId),
    schema: tab.schema ?? '',
    template_parameters: tab.templateParams ?? '',
  };
}
