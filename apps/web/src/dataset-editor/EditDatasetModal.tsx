import { Button, classNames, lineRoles, Modal, TableSkeleton, Tabs, Tooltip } from '@powerset/ui';
import { useState } from 'react';
import { ClashBox } from '../conflicts/index.ts';
import { useT } from '../i18n/index.ts';
import { ErrorView, useSession } from '../shell/index.ts';
import { CalculatedTab, ColumnsTab } from './ColumnsTab.tsx';
import { ConfirmSave } from './ConfirmSave.tsx';
import type { DatasetDraft, DraftProps } from './draft.ts';
import styles from './EditDatasetModal.module.css';
import { FoldersTab } from './FoldersTab.tsx';
import { MetricsTab } from './MetricsTab.tsx';
import { useProblemText } from './problem-text.ts';
import { type DraftProblem, type EditorTab, findDraftProblems } from './problems.ts';
import { SettingsTab } from './SettingsTab.tsx';
import { SourceTab } from './SourceTab.tsx';
import { type DatasetClash, type EditingInput, useDatasetEditing } from './use-dataset-editing.ts';
import { VersionsModal } from './VersionsModal.tsx';

interface EditDatasetModalProps extends EditingInput {
  readonly onClose: () => void;
}

/** Everything about a dataset that can be changed. */
export function EditDatasetModal(props: EditDatasetModalProps) {
  const { onClose } = props;
  const t = useT();
  const editing = useDatasetEditing(props);
  const { draft, error, failure } = editing;
  const [tab, setTab] = useState<EditorTab>('metrics');
  const [isConfirming, setIsConfirming] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const problems = draft ? findDraftProblems(draft) : [];
  return (
    <>
      <Modal
        title={draft ? t('Edit dataset {{name}}', { name: draft.table_name }) : t('Edit dataset')}
        width={1080}
        isSticky
        onClose={onClose}
        foot={
          <Foot
            {...{ editing, problems, onClose }}
            onTab={setTab}
            onSave={() => setIsConfirming(true)}
            onVersions={() => setShowsVersions(true)}
          />
        }
      >
        {error && !draft ? (
          <ErrorView
            error={error}
            title={t('The dataset could not be loaded')}
            actions={
              <Button size="small" onClick={editing.readAgain}>
                {t('Try again')}
              </Button>
            }
          />
        ) : null}
        {draft ? (
          <div>
            <EditorTabs draft={draft} tab={tab} problems={problems} onTab={setTab} />
            <div className={styles.body}>
              <TabBody
                // Fields that are typed into keep their text: another version gets fields of its own.
                key={draft.last_modified_time}
                draft={draft}
                onChange={editing.change}
                tab={tab}
                onSync={() => void editing.sync()}
              />
            </div>
          </div>
        ) : null}
        {draft || error ? null : <TableSkeleton />}
      </Modal>
      {showsVersions && draft ? (
        <VersionsModal
          datasetId={props.datasetId}
          name={draft.table_name}
          onRestored={editing.restored}
          onClose={() => setShowsVersions(false)}
        />
      ) : null}
      {isConfirming ? (
        <ConfirmSave
          lost={editing.lostFields()}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false);
            void editing.save();
          }}
        />
      ) : null}
      {editing.clash ? <DatasetConflict clash={editing.clash} editing={editing} /> : null}
      {failure ? <SaveFailed text={failure} onClose={editing.forgetFailure} /> : null}
    </>
  );
}

interface FootProps {
  readonly editing: ReturnType<typeof useDatasetEditing>;
  readonly problems: readonly DraftProblem[];
  readonly onClose: () => void;
  readonly onTab: (tab: EditorTab) => void;
  readonly onSave: () => void;
  readonly onVersions: () => void;
}

function Foot({ editing, problems, onClose, onTab, onSave, onVersions }: FootProps) {
  const t = useT();
  const { isFeatureEnabled } = useSession();
  const problemText = useProblemText();
  const { draft, isChanged, isBusy } = editing;
  const [problem] = problems;
  const isManaged = draft?.is_managed_externally === true;
  const save = (
    <Button
      kind="primary"
      isDisabled={!isChanged || isBusy || isManaged || problems.length > 0}
      isBusy={isBusy}
      onClick={onSave}
    >
      {t('Save')}
    </Button>
  );
  return (
    <>
      <span className={classNames(lineRoles.grow, lineRoles.line)}>
        {problem ? (
          <button type="button" className={styles.problemLink} onClick={() => onTab(problem.tab)}>
            {problemText(problem)}
          </button>
        ) : null}
        {!problem && draft ? (
          <Button kind="link" onClick={onVersions}>
            {t('Versions')}
          </Button>
        ) : null}
        {!problem && draft && !isFeatureEnabled('DISABLE_LEGACY_DATASOURCE_EDITOR') ? (
          <Button kind="link" href={draft.url}>
            {t('Use legacy datasource editor')}
          </Button>
        ) : null}
      </span>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      {isManaged ? (
        <Tooltip text={t("This dataset is managed externally, and can't be edited in Superset")}>{save}</Tooltip>
      ) : (
        save
      )}
    </>
  );
}

interface EditorTabsProps {
  readonly draft: DatasetDraft;
  readonly tab: EditorTab;
  readonly problems: readonly DraftProblem[];
  readonly onTab: (tab: EditorTab) => void;
}

function EditorTabs({ draft, tab, problems, onTab }: EditorTabsProps) {
  const t = useT();
  const own = draft.columns.filter((column) => column.expression === null).length;
  const names: readonly { readonly key: EditorTab; readonly label: string; readonly count?: number }[] = [
    { key: 'source', label: t('Source') },
    { key: 'metrics', label: t('Metrics'), count: draft.metrics.length },
    { key: 'columns', label: t('Columns'), count: own },
    { key: 'calculated', label: t('Calculated columns'), count: draft.columns.length - own },
    { key: 'folders', label: t('Folders') },
    { key: 'settings', label: t('Settings') },
  ];
  const items = names.map((item) => ({
    ...item,
    label: problems.some((problem) => problem.tab === item.key) ? (
      <>
        {item.label} <span className={styles.attentionDot} role="img" aria-label={t('Needs attention')} />
      </>
    ) : (
      item.label
    ),
  }));
  return <Tabs items={items} active={tab} onChange={onTab} label={t('Parts of the dataset')} />;
}

interface TabBodyProps extends DraftProps {
  readonly tab: EditorTab;
  readonly onSync: () => void;
}

function TabBody({ tab, onSync, ...props }: TabBodyProps) {
  if (tab === 'source') return <SourceTab {...props} />;
  if (tab === 'metrics') return <MetricsTab {...props} />;
  if (tab === 'columns') return <ColumnsTab {...props} onSync={onSync} />;
  if (tab === 'calculated') return <CalculatedTab {...props} />;
  if (tab === 'folders') return <FoldersTab {...props} />;
  return <SettingsTab {...props} />;
}

function SaveFailed({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      title={t('Error saving dataset')}
      role="alertdialog"
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          {t('OK')}
        </Button>
      }
    >
      <p>{text}</p>
    </Modal>
  );
}

interface ConflictProps {
  readonly clash: DatasetClash;
  readonly editing: ReturnType<typeof useDatasetEditing>;
}

/** Somebody else changed the same of the dataset meanwhile: of each such thing one version is chosen. */
function DatasetConflict({ clash, editing }: ConflictProps) {
  const t = useT();
  return (
    <Modal
      role="alertdialog"
      title={t('Confirm overwrite')}
      width={800}
      isSticky
      onClose={editing.forgetClash}
      foot={
        <>
          <Button onClick={editing.forgetClash}>{t('Keep editing')}</Button>
          <Button onClick={() => void editing.takeTheirs()}>{t('Take theirs')}</Button>
        </>
      }
    >
      <ClashBox
        key={clash.theirs.last_modified_time}
        title={clash.message}
        clashes={clash.clashes}
        onSave={(choices) => void editing.save(choices)}
      />
    </Modal>
  );
}
