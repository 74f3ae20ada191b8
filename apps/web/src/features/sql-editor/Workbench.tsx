import type { EditorView } from '@codemirror/view';
import type { Bootstrap } from '@powerset/contract';
import { type MenuEntry, SplitPane, sayBeside, useMedia, useStatusLine } from '@powerset/ui';
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { lazyPart, useSession } from '../../shell/index.ts';
import { useDatabases, useRun } from './context.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { fromMistake, type Problem, placeProblem } from './editor/problems.ts';
import { type CursorPlace, SqlCodeEditor } from './editor/SqlCodeEditor.tsx';
import { useCatalog } from './editor/use-catalog.ts';
import { useValidation } from './editor/use-validation.ts';
import frame from './frame.module.css';
import { ProblemLine } from './ProblemLine.tsx';
import { useTemplate } from './parameters/use-template.ts';
import { usePreview } from './preview/use-preview.ts';
import { ResultsPane } from './results/ResultsPane.tsx';
import type { RunEntry } from './runs/run-store.ts';
import type { EditorSession } from './session.ts';
import type { EditorTab } from './tabs/tab.ts';
import type { OpenModal } from './toolbar/EditorModals.tsx';
import { EditorToolbar } from './toolbar/EditorToolbar.tsx';
import type { QueryFields } from './toolbar/merge-queries.ts';
import { saveTab } from './toolbar/save-query.ts';
import { createShareUrl } from './toolbar/share.ts';
import { SchemaTree } from './tree/SchemaTree.tsx';
import { useRefreshAfterChanges } from './tree/use-refresh.ts';
import { useBenchShortcuts } from './use-bench-shortcuts.ts';
import { useTextActions } from './use-text-actions.ts';
import styles from './Workbench.module.css';

const ParameterBar = lazyPart(async () => (await import('./parameters/ParameterBar.tsx')).ParameterBar);
const RenderedSql = lazyPart(async () => (await import('./parameters/RenderedSql.tsx')).RenderedSql);
const TextPreview = lazyPart(async () => (await import('./preview/TextPreview.tsx')).TextPreview);
const EditorModals = lazyPart(async () => (await import('./toolbar/EditorModals.tsx')).EditorModals);

export interface WorkbenchProps {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  /** The dialog that its address asks for. */
  readonly opens?: OpenModal | null;
}

/** One tab at work: the tree, the text, its problems, its results. */
export function Workbench({ tab, session, opens = null }: WorkbenchProps) {
  const t = useT();
  const bench = useBench(tab, session);
  const { setModal } = bench;
  useEffect(() => {
    if (opens) setModal(opens);
  }, [opens, setModal]);
  const isNarrow = useMedia('(max-width: 767px)');
  const [isTreeOpen, setIsTreeOpen] = useState(false);
  const tree = (
    <SchemaTree
      onInsert={(text) => {
        bench.insert(text);
        setIsTreeOpen(false);
      }}
      onOpenQuery={(sql, name) => {
        const added = session.addTab({ name, sql });
        void session.run(added.id);
        setIsTreeOpen(false);
      }}
    />
  );
  const main = (
    <Main tab={tab} session={session} bench={bench} toggleTree={isNarrow ? () => setIsTreeOpen(!isTreeOpen) : null} />
  );
  const modals = bench.modal ? (
    <Suspense fallback={null}>
      <EditorModals
        tab={tab}
        session={session}
        modal={bench.modal}
        onOverwrite={bench.saveOver}
        onClose={() => bench.setModal(null)}
      />
    </Suspense>
  ) : null;
  if (isNarrow)
    return (
      <div className={frame.editor}>
        {isTreeOpen ? <TreeDrawer onClose={() => setIsTreeOpen(false)}>{tree}</TreeDrawer> : null}
        {main}
        {modals}
      </div>
    );
  return (
    <div className={frame.editor}>
      <SplitPane
        direction="row"
        sized="first"
        defaultSize={272}
        min={180}
        max={640}
        storageKey="powerset.sql-editor.left"
        label={t('Width of the tables')}
        isCollapsed={tab.hideLeftBar}
        first={tree}
        second={main}
      />
      {modals}
    </div>
  );
}

/** The tables over the text, on a phone; a press beside them closes them. */
function TreeDrawer({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from everything in it
    <div className={styles.over} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <button type="button" className={styles.scrim} aria-label={t('Close')} onClick={onClose} />
      <div className={styles.drawer}>{children}</div>
    </div>
  );
}

interface MainProps extends WorkbenchProps {
  readonly bench: ReturnType<typeof useBench>;
  readonly toggleTree: (() => void) | null;
}

/** The results' place, which a new run brings into sight where the page scrolls. */
function useShownRun(runId: string | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef(runId);
  useEffect(() => {
    if (last.current !== runId) place.current?.scrollIntoView({ block: 'nearest' });
    last.current = runId;
  }, [runId]);
  return place;
}

/** Tabs, tools, the text above its results. */
function Main({ tab, session, bench, toggleTree }: MainProps) {
  const t = useT();
  const rows = useShownRun(tab.latestQueryId);
  useStatusLine();
  return (
    <div className={frame.main}>
      <EditorTabs />
      <EditorToolbar
        tab={tab}
        onRun={bench.run}
        onFormat={() => void bench.format()}
        onExplain={() => bench.setModal({ kind: 'plan' })}
        onSave={bench.save}
        onShare={() => void bench.share()}
        menu={buildMenu({ t, tab, session, bench, toggleTree })}
      />
      {bench.template ? (
        <Suspense fallback={null}>
          <ParameterBar
            tab={tab}
            template={bench.template}
            isRenderedShown={bench.isRenderedShown}
            onShowRendered={bench.setRenderedShown}
            onEdit={() => bench.setModal({ kind: 'parameters' })}
            onRun={bench.run}
          />
        </Suspense>
      ) : null}
      <div className={styles.split}>
        <SplitPane
          direction="column"
          sized="first"
          defaultSize={384}
          min={90}
          storageKey="powerset.sql-editor.north"
          label={t('Height of the text')}
          first={<TextPane tab={tab} bench={bench} />}
          second={
            <div ref={rows} className={styles.rows}>
              {bench.preview.isShown ? (
                <Suspense fallback={null}>
                  <TextPreview
                    key={tab.id}
                    tab={tab}
                    positionOf={() => bench.view.current?.state.selection.main.head ?? 0}
                    cursor={bench.cursor}
                    onTurnOff={() => bench.preview.turn(false)}
                  />
                </Suspense>
              ) : null}
              <ResultsPane tab={tab} onRun={bench.run} problem={bench.problem} onGoTo={bench.goTo} />
            </div>
          }
        />
      </div>
    </div>
  );
}

/** The text and the line that says what is wrong with it. */
function TextPane({ tab, bench }: Pick<MainProps, 'tab' | 'bench'>) {
  const t = useT();
  return (
    <div className={styles.text}>
      <div className={styles.sides}>
        <SqlCodeEditor
          tabId={tab.id}
          idNow={bench.idNow}
          sql={tab.sql}
          backend={bench.database?.backend}
          problems={bench.problems}
          label={t('SQL')}
          completion={bench.completion}
          viewRef={bench.view}
          onChange={bench.write}
          onWriting={bench.preview.begin}
          onSelect={bench.select}
          onCursor={bench.setCursor}
          onRun={bench.run}
          onRunStatement={bench.runStatement}
          onSave={bench.save}
          onFormat={() => void bench.format()}
        />
        {bench.template && bench.isRenderedShown ? (
          <Suspense fallback={null}>
            <RenderedSql template={bench.template} backend={bench.database?.backend} />
          </Suspense>
        ) : null}
      </div>
      <ProblemLine
        problem={bench.problem}
        cursor={bench.cursor}
        dialect={bench.database?.backend_name ?? ''}
        isKept={bench.isKept}
        onCorrect={bench.correct}
        onGoTo={bench.goTo}
      />
    </div>
  );
}

interface MenuParts extends MainProps {
  readonly t: ReturnType<typeof useT>;
}

/** What is done less often. */
function buildMenu({ t, tab, session, bench, toggleTree }: MenuParts): readonly MenuEntry[] {
  const { database, isFeatureEnabled, scheduleModal, setModal } = bench;
  const hasParameters = isFeatureEnabled('ENABLE_TEMPLATE_PROCESSING');
  const isEmpty = tab.sql.trim() === '' || tab.dbId === null;
  const canCreate = Boolean(database?.allow_ctas || database?.allow_cvas);
  const bar: MenuEntry = toggleTree
    ? { key: 'tables', label: t('Tables'), onSelect: toggleTree }
    : {
        key: 'bar',
        label: tab.hideLeftBar ? t('Show tables') : t('Hide tables'),
        onSelect: () => session.change(tab.id, { hideLeftBar: !tab.hideLeftBar }),
      };
  const schedule = (opened: OpenModal): MenuEntry => ({
    key: 'schedule',
    label: t('Schedule', { context: 'verb' }),
    isDisabled: isEmpty,
    onSelect: () => setModal(opened),
  });
  const preview: MenuEntry = {
    key: 'preview',
    label: t('Preview while typing'),
    isChecked: bench.preview.isOn,
    onSelect: () => bench.preview.turn(!bench.preview.isOn),
  };
  const optional: readonly (readonly [boolean, MenuEntry])[] = [
    [bench.preview.isOffered, preview],
    [hasParameters, { key: 'parameters', label: t('Parameters'), onSelect: () => setModal({ kind: 'parameters' }) }],
    [canCreate, { key: 'ctas', label: t('Create table or view'), onSelect: () => setModal({ kind: 'create-as' }) }],
  ];
  return [
    bar,
    { key: 'format', label: t('Format SQL'), hint: 'Ctrl Shift F', isKeys: true, onSelect: () => void bench.format() },
    { key: 'explain', label: t('Explain query'), isDisabled: isEmpty, onSelect: () => setModal({ kind: 'plan' }) },
    { key: 'share', label: t('Share'), onSelect: () => void bench.share() },
    { key: 'saveas', label: t('Save as new'), onSelect: () => setModal({ kind: 'save' }) },
    ...(tab.remoteId === null
      ? []
      : [{ key: 'versions', label: t('Versions'), onSelect: () => setModal({ kind: 'versions' }) }]),
    ...(scheduleModal ? [schedule(scheduleModal)] : []),
    { key: 'history', label: t('Search the history'), onSelect: () => setModal({ kind: 'history' }) },
    { key: 'clone', label: t('Duplicate tab'), onSelect: () => session.clone(tab.id) },
    {
      key: 'autorun',
      label: t('Autorun'),
      isChecked: tab.autorun,
      onSelect: () => session.change(tab.id, { autorun: !tab.autorun }),
    },
    ...optional.filter(([isOffered]) => isOffered).map(([, entry]) => entry),
  ];
}

/** How a query is scheduled here: by the server, or by what another scheduler asks; null where nobody does it. */
function scheduleModalOf({ scheduleForm, runsSchedules }: Bootstrap): OpenModal | null {
  if (scheduleForm) return { kind: 'schedule', form: scheduleForm };
  return runsSchedules ? { kind: 'times' } : null;
}

/** What the parts of the workbench share: the view of the text, its problems, and what can be done with it. */
function useBench(tab: EditorTab, session: EditorSession) {
  const { can, isFeatureEnabled, bootstrap } = useSession();
  const database = useDatabases().find((candidate) => candidate.id === tab.dbId);
  const run = useRun(tab.latestQueryId);
  const view = useRef<EditorView | null>(null);
  const selectionStart = useRef(0);
  const [cursor, setCursor] = useState<CursorPlace>({ line: 1, column: 1 });
  const [modal, setModal] = useState<OpenModal | null>(null);
  const template = useTemplate(tab, isFeatureEnabled('ENABLE_TEMPLATE_PROCESSING'));
  const [isRenderedShown, setRenderedShown] = useState(false);
  const preview = usePreview(database);
  const completion = useCatalog(tab);
  useValidation(session, tab);
  useRefreshAfterChanges(session);
  const problems = useProblems(tab, run);
  const isKept = useStore(session.unsynced, ({ ids }) => !ids.includes(tab.id));
  const actions = useTextActions({ tab, session, view, selectionStart, backend: database?.backend });
  const saveOver = (seen?: number, fields?: QueryFields) =>
    saveTab({ session, tab, seen, fields, onClash: (clash) => setModal({ kind: 'conflict', clash }) });
  const save = () => {
    if (tab.remoteId === null) setModal({ kind: 'save' });
    else void saveOver();
  };
  const share = async () => {
    const say = sayBeside();
    try {
      setModal({ kind: 'share', url: await createShareUrl(tab, location.origin) });
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  useBenchShortcuts({
    session,
    view,
    save,
    run: actions.run,
    runStatement: actions.runStatement,
    format: () => void actions.format(),
  });
  return {
    ...actions,
    view,
    cursor,
    setCursor,
    modal,
    setModal,
    template,
    isRenderedShown,
    setRenderedShown,
    completion,
    problems,
    problem: problems[0] ?? null,
    database,
    isFeatureEnabled,
    scheduleModal: can('can_write', 'SavedQuery') ? scheduleModalOf(bootstrap) : null,
    isKept,
    idNow: session.idNow,
    preview,
    write: (sql: string) => {
      if (sql !== tab.sql) preview.begin();
      session.change(tab.id, { sql });
    },
    save,
    saveOver,
    share,
    select: (text: string, start: number) => {
      selectionStart.current = start;
      if (text !== tab.selectedText) session.change(tab.id, { selectedText: text });
    },
  };
}

/** Mistakes of the text: those that the check found, else the one that the last run of this very text named. */
function useProblems(tab: EditorTab, run: RunEntry | undefined): readonly Problem[] {
  return useMemo(() => {
    const checked = tab.validationResult;
    if (checked && checked.sql === tab.sql && checked.errors.length > 0)
      return checked.errors.map((mistake) => fromMistake(tab.sql, mistake));
    const named = run?.problem;
    if (!run || !named?.line) return [];
    const { lines, columns } = run.origin;
    const isSameText = tab.sql.includes(run.query.sql);
    if (!isSameText) return [];
    const column = (named.column ?? 1) + (named.line === 1 ? columns : 0);
    return [placeProblem(tab.sql, { message: named.message, line: named.line + lines, column })];
  }, [tab.validationResult, tab.sql, run]);
}
