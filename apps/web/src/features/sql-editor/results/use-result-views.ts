import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useT } from '../../../i18n/index.ts';
import { useEditorSession } from '../context.tsx';
import type { RunEntry } from '../runs/run-store.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { frontView, type ResultView, shortSql, viewOfPinned, viewsOfRun } from './result-views.ts';

export type ResultViews = ReturnType<typeof useResultViews>;

interface Choice {
  readonly runId: string | null;
  readonly viewId: string | null;
  readonly closed: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

/** The results that a tab shows: each of its latest run, and those that were pinned. */
export function useResultViews(tab: EditorTab, latest: RunEntry | undefined) {
  const t = useT();
  const { pinned } = useEditorSession();
  const all = useStore(pinned.store, ({ results }) => results);
  const runId = latest?.query.id ?? null;
  const [state, setState] = useState<Choice>(() => emptyChoice(runId));
  // A new run comes to the front.
  const choice = state.runId === runId ? state : emptyChoice(runId);
  const change = (part: Partial<Choice>) => setState({ ...choice, ...part });
  const views = useMemo(() => {
    const ofTab = all.filter(({ tabId }) => tabId === tab.id);
    const pinnedKeys = new Map(ofTab.map((result) => [result.query.resultsKey, result]));
    const own = (latest ? viewsOfRun(latest) : [])
      .filter(({ id }) => !choice.closed.includes(id))
      .map((view): ResultView => {
        const pin = view.entry.query.resultsKey ? pinnedKeys.get(view.entry.query.resultsKey) : undefined;
        return { ...view, isPinned: pin !== undefined, name: choice.names[view.id] ?? pin?.name ?? null };
      });
    const ownKeys = new Set(own.map(({ entry }) => entry.query.resultsKey));
    return [...own, ...ofTab.filter(({ query }) => !ownKeys.has(query.resultsKey)).map(viewOfPinned)];
  }, [all, tab.id, latest, choice.closed, choice.names]);
  const own = views.filter(({ entry }) => entry.query.id.split(' ')[0] === runId);
  const active = views.find(({ id }) => id === choice.viewId) ?? frontView(own) ?? views[0];
  const pinOf = (view: ResultView) =>
    all.find(({ tabId, query }) => tabId === tab.id && query.resultsKey === view.entry.query.resultsKey);
  const labelOf = (view: ResultView) =>
    view.name ?? (view.index === null && !view.isPinned ? t('Latest result') : shortSql(view.entry.query.sql));
  return {
    views,
    active,
    labelOf,
    choose: (viewId: string) => change({ viewId }),
    pin: (view: ResultView) => {
      const name = view.name ?? shortSql(view.entry.query.sql);
      pinned.pin({ id: `pinned ${view.id}`, tabId: tab.id, name, query: view.entry.query });
    },
    unpin: (view: ResultView) => {
      const pin = pinOf(view);
      if (pin) pinned.unpin(pin.id);
    },
    rename: (view: ResultView, name: string) => {
      const pin = view.isPinned ? pinOf(view) : undefined;
      if (pin) pinned.rename(pin.id, name);
      change({ names: { ...choice.names, [view.id]: name } });
    },
    close: (view: ResultView) => {
      const pin = view.isPinned ? pinOf(view) : undefined;
      if (pin) pinned.unpin(pin.id);
      change({ closed: [...choice.closed, view.id], viewId: null });
    },
  };
}

function emptyChoice(runId: string | null): Choice {
  return { runId, viewId: null, closed: [], names: {} };
}
