import { toggleComment } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { useT } from '../../i18n/index.ts';
import { useShortcut } from '../../shell/index.ts';
import type { EditorSession } from './session.ts';

interface BenchShortcuts {
  readonly session: EditorSession;
  readonly view: { readonly current: EditorView | null };
  readonly run: () => void;
  readonly runStatement: () => void;
  readonly format: () => void;
  readonly save: () => void;
}

/** Keys of the workbench; those of the text are listed here too. */
export function useBenchShortcuts({ session, view, run, runStatement, format, save }: BenchShortcuts) {
  const t = useT();
  useShortcut({ keys: 'Ctrl Enter', label: t('Run query'), group: t('SQL editor'), run });
  useShortcut({
    keys: 'Ctrl Shift Enter',
    label: t('Run the statement at the cursor'),
    group: t('SQL editor'),
    run: runStatement,
  });
  useShortcut({
    keys: 'Ctrl F',
    label: t('Find and replace'),
    group: t('SQL editor'),
    run: () => view.current && openSearchPanel(view.current),
  });
  useShortcut({ keys: 'Ctrl Shift F', label: t('Format SQL'), group: t('SQL editor'), run: format });
  useShortcut({
    keys: 'Ctrl /',
    label: t('Comment lines out, or in again'),
    group: t('SQL editor'),
    run: () => view.current && toggleComment(view.current),
  });
  useShortcut({ keys: 'Ctrl S', label: t('Save query'), group: t('SQL editor'), run: save, worksInFields: true });
  useShortcut({
    keys: 'Alt T',
    label: t('New query'),
    group: t('SQL editor'),
    run: () => void session.addTab(),
    worksInFields: true,
  });
}
