import { savedQueryEndpoints, type VersionedField, type WireWholeVersion } from '@powerset/contract';
import { api } from '../../../api/index.ts';
import { type Difference, Differences, TextDifference } from '../../../conflicts/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type Sides, VersionComparison, VersionsModal as VersionsDialog } from '../../../versions/index.ts';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { loadSavedQuery, toTabFields } from '../toolbar/save-query.ts';
import { QueryFigures } from './QueryFigures.tsx';
import type { RunSource } from './query-figures.ts';
import { fieldLabels, versionWords } from './version-words.ts';

interface VersionsModalProps {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  readonly onClose: () => void;
}

/** What the tab's saved query was with each save, what changed, and the way back. */
export function VersionsModal({ tab, session, onClose }: VersionsModalProps) {
  const t = useT();
  const id = tab.remoteId ?? 0;
  const nameOf = (dbId: number | null) =>
    session.info.getState().databases.find((database) => database.id === dbId)?.database_name ?? String(dbId ?? '');
  const load = async (number: number, signal: AbortSignal) => {
    const { result } = await api.callEndpoint(savedQueryEndpoints.version, { params: { id, number }, signal });
    return toVersion(result, nameOf);
  };
  const restore = async (number: number) => {
    const { last_modified_time } = await loadSavedQuery(id);
    const body = { last_modified_time };
    await api.callEndpoint(savedQueryEndpoints.restoreVersion, { params: { id, number }, body });
    session.change(tab.id, toTabFields(await loadSavedQuery(id)));
  };
  return (
    <VersionsDialog
      name={tab.name}
      versions={{
        key: ['saved_query', id],
        loadPage: (q, signal) =>
          api.callEndpoint(savedQueryEndpoints.versions, { params: { id }, query: { q }, signal }),
        wordsOf: (version) => versionWords(version, t),
        restore,
      }}
      comparison={(number) => (
        <VersionComparison
          key={number}
          queryKey={['saved_query', id]}
          number={number}
          load={load}
          now={{ choice: t('What stands in the tab'), label: t('This tab'), of: (own) => ofTab(tab, own, nameOf) }}
          render={(sides) => <QueryDifference {...sides} />}
          renderFigures={(_, sides) => <QueryFigures sides={sides} />}
        />
      )}
      onClose={onClose}
    />
  );
}

function QueryDifference({ left, right: { texts: right }, leftLabel, rightLabel }: Sides<QueryVersion>) {
  const t = useT();
  const older = left?.texts ?? nothing;
  const differences: readonly Difference[] = fieldNames
    .filter((field) => field !== 'sql' && older[field] !== right[field])
    .map((field) => ({ label: t(fieldLabels[field]), left: older[field], right: right[field] }));
  return (
    <>
      <TextDifference left={older.sql} right={right.sql} leftLabel={leftLabel} rightLabel={rightLabel} />
      <Differences differences={differences} leftLabel={leftLabel} rightLabel={rightLabel} />
    </>
  );
}

interface QueryVersion {
  readonly texts: Texts;
  readonly source: RunSource;
}

type Texts = Readonly<Record<VersionedField, string>>;

const fieldNames = ['label', 'description', 'sql', 'db_id', 'catalog', 'schema', 'template_parameters'] as const;
const nothing: Texts = {
  ...{ label: '', description: '', sql: '', db_id: '', catalog: '', schema: '', template_parameters: '' },
};

function toVersion(version: WireWholeVersion, nameOf: (dbId: number | null) => string): QueryVersion {
  const { label, description, sql, db_id, database, catalog, schema, template_parameters: parameters } = version;
  const texts = {
    label,
    description: description ?? '',
    sql,
    db_id: database?.database_name ?? nameOf(db_id),
    catalog: catalog ?? '',
    schema: schema ?? '',
    template_parameters: parameters ?? '',
  };
  return { texts, source: { databaseId: db_id, catalog, schema, sql, templateParams: parameters } };
}

/** A tab has no description of its own. */
function ofTab(tab: EditorTab, { texts }: QueryVersion, nameOf: (dbId: number | null) => string): QueryVersion {
  const { dbId, catalog, schema, sql, templateParams } = tab;
  return {
    texts: {
      label: tab.name,
      description: texts.description,
      sql,
      db_id: nameOf(dbId),
      catalog: catalog ?? '',
      schema: schema ?? '',
      template_parameters: templateParams ?? '',
    },
    source: { databaseId: dbId, catalog, schema: schema ?? null, sql, templateParams: templateParams ?? null },
  };
}
