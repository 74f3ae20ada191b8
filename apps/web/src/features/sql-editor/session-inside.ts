import type { WireEditorDatabase } from '@powerset/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/index.ts';
import type { KeptTabResults } from './results/tab-results.ts';
import type { RunActions } from './runs/run-actions.ts';
import type { RunCalls } from './runs/run-calls.ts';
import type { RunsState } from './runs/run-store.ts';
import type { TabsBackend } from './tabs/backend.ts';
import type { BackendSync } from './tabs/backend-sync.ts';
import type { EditorState } from './tabs/editor-state.ts';
import type { KeyedStorage } from './tabs/local-copy.ts';
import type { TabDefaults } from './tabs/new-tab.ts';

export interface SessionParts {
  readonly api: Client;
  readonly storage: KeyedStorage;
  readonly userId: number;
  readonly defaults: TabDefaults;
  readonly now: () => number;
  readonly newId: () => string;
  /** The page's query string. */
  readonly search: () => string;
}

export interface EditorInfo {
  readonly databases: readonly WireEditorDatabase[];
  readonly isReady: boolean;
  /** Why the editor could not be started. */
  readonly failure: string | null;
}

/** What the actions of a session work with. */
export interface Inside {
  readonly parts: SessionParts;
  readonly editor: StoreApi<EditorState>;
  readonly runs: StoreApi<RunsState>;
  readonly info: StoreApi<EditorInfo>;
  readonly backend: TabsBackend;
  readonly calls: RunCalls;
  readonly actions: RunActions;
  readonly sync: BackendSync | null;
  readonly writeSoon: () => void;
  /** Messages that offer what only this session can do. */
  readonly closedToasts: Set<string>;
  readonly kept: KeptTabResults;
  readonly idNow: (id: string) => string;
}
