import { Button, EmptyState, ErrorBox, newUuid, TableSkeleton, textRoles } from '@powerset/ui';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useStore } from 'zustand';
import { api, numberSetting } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, lazyPart, usePageTitle, useSession, useUserId } from '../../shell/index.ts';
import { EditorProvider, useActiveTab } from './context.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import frame from './frame.module.css';
import { parseOpening } from './opening.ts';
import parts from './parts.module.css';
import { createEditorSession, type EditorSession } from './session.ts';
import type { OpenModal } from './toolbar/EditorModals.tsx';
import { openAddress } from './use-opening.ts';
import { Workbench } from './Workbench.tsx';

const ConfirmRunModal = lazyPart(async () => (await import('./runs/ConfirmRunModal.tsx')).ConfirmRunModal);

function useEditorLife(): EditorSession {
  const { bootstrap, isFeatureEnabled } = useSession();
  const userId = useUserId() ?? 0;
  const [session] = useState(() => {
    const maxRow = numberSetting(bootstrap, 'SQLLAB_MAX_ROW', 100_000);
    return createEditorSession({
      api,
      storage: localStorage,
      userId,
      defaults: {
        isPersisted: isFeatureEnabled('SQLLAB_BACKEND_PERSISTENCE'),
        queryLimit: numberSetting(bootstrap, 'DEFAULT_SQLLAB_LIMIT', 1000),
        maxRow,
        databaseId: numberSetting(bootstrap, 'SQLLAB_DEFAULT_DBID', 0),
      },
      now: () => Date.now(),
      newId: () => newUuid().replaceAll('-', '').slice(0, 16),
      search: () => location.search,
    });
  });
  return session;
}

/** The SQL editor. */
export function SqlEditorPage() {
  const t = useT();
  usePageTitle(t('SQL Lab'));
  const session = useEditorLife();
  const location = useLocation();
  const navigate = useNavigate();
  const { search } = location;
  const { key } = useParams();
  const [isLoaded, setIsLoaded] = useState(false);
  const [opens, setOpens] = useState<OpenModal | null>(null);
  useEffect(() => {
    void session.load().then(() => setIsLoaded(true));
    const keep = () => session.keep();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      session.dispose();
    };
  }, [session]);
  useEffect(() => {
    if (!isLoaded || !session.info.getState().isReady) return;
    const opening = parseOpening(search, key);
    if (!opening) {
      if (session.editor.getState().tabs.length === 0) session.addTab();
      return;
    }
    // The address has done its work: a reload must not open the same again.
    void openAddress(session, opening).then(() => {
      if (session.editor.getState().tabs.length === 0) session.addTab();
      if (opening.kind === 'saved-query' && opening.showsVersions) setOpens({ kind: 'versions' });
      void navigate({ pathname: key ? addresses.sqlEditor : location.pathname, search: '' }, { replace: true });
    });
  }, [session, isLoaded, search, key, navigate, location.pathname]);
  return (
    <EditorProvider value={session}>
      <h1 className={textRoles.spoken}>{t('SQL editor')}</h1>
      <Content session={session} isLoaded={isLoaded} opens={opens} />
      <Question session={session} />
    </EditorProvider>
  );
}

function ReopenButton({ session }: { readonly session: EditorSession }) {
  const t = useT();
  const hasClosed = useStore(session.editor, ({ closed }) => closed.length > 0);
  return hasClosed ? <Button onClick={() => session.reopen()}>{t('Reopen closed tab')}</Button> : null;
}

/** Whatever started the run, and whichever tab is shown. */
function Question({ session }: { readonly session: EditorSession }) {
  const { question } = useStore(session.confirmation);
  return question ? (
    <Suspense fallback={null}>
      <ConfirmRunModal question={question} />
    </Suspense>
  ) : null;
}

interface ContentProps {
  readonly session: EditorSession;
  readonly isLoaded: boolean;
  readonly opens: OpenModal | null;
}

function Content({ session, isLoaded, opens }: ContentProps) {
  const t = useT();
  const info = useStore(session.info);
  const tab = useActiveTab();
  if (info.failure)
    return (
      <div className={parts.note}>
        <ErrorBox
          title={t('The SQL editor could not be opened')}
          text={info.failure}
          actions={
            <Button size="small" onClick={() => void session.load()}>
              {t('Try again')}
            </Button>
          }
        />
      </div>
    );
  if (!isLoaded) return <TableSkeleton rows={14} columns={3} />;
  if (!tab)
    return (
      <div className={frame.editor}>
        <div className={frame.main}>
          <EditorTabs />
          <EmptyState
            size="big"
            title={t('No query is open')}
            text={t('Add a new tab to create SQL Query')}
            actions={
              <>
                <ReopenButton session={session} />
                <Button kind="primary" onClick={() => session.addTab()}>
                  {t('New query')}
                </Button>
              </>
            }
          />
        </div>
      </div>
    );
  return <Workbench tab={tab} session={session} opens={opens} />;
}
