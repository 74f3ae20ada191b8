import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { EditorSession } from './session.ts';
import { activeTab, type EditorState } from './tabs/editor-state.ts';
import type { EditorTab } from './tabs/tab.ts';

const EditorContext = createContext<EditorSession | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditorSession(): EditorSession {
  const session = useContext(EditorContext);
  if (!session) throw new Error('useEditorSession needs the EditorProvider above it.');
  return session;
}

export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  return useStore(useEditorSession().editor, select);
}

export function useActiveTab(): EditorTab | undefined {
  return useEditor(activeTab);
}

export function useDatabases() {
  return useStore(useEditorSession().info, (info) => info.databases);
}

/** The run that a tab shows. */
export function useRun(clientId: string | null | undefined) {
  return useStore(useEditorSession().runs, ({ runs }) => (clientId ? runs[clientId] : undefined));
}
