import { dashboardEndpoints, type WireDashboardVisitor } from '@powerset/contract';
import { useEffect, useState } from 'react';
import { api } from '../../../api/index.ts';
import { useUserId } from '../../../shell/index.ts';
import { makeNodeId, useDashboard } from '../state/index.ts';

/** The server forgets a page after two and a half of them. */
const beatMs = 15_000;
/** The page's own charts come first. */
const firstBeatMs = 1_000;
/** Whoever has not moved for so long is not there, and his session may end. */
const awayMs = 10 * 60_000;

const none: readonly WireDashboardVisitor[] = [];

/** Says that this page is open while somebody looks at it, and brings who else has the dashboard open. */
export function usePresence(isEditing: boolean): readonly WireDashboardVisitor[] {
  const userId = useUserId();
  const id = useDashboard((state) => state.dashboard.id);
  const [others, setOthers] = useState(none);
  useEffect(() => {
    if (userId === null) return;
    const beating = startBeating({ id, isEditing, tell: setOthers });
    return () => {
      beating.end();
      setOthers(none);
    };
  }, [userId, id, isEditing]);
  return others;
}

interface Page {
  readonly id: number;
  readonly isEditing: boolean;
  readonly tell: (others: readonly WireDashboardVisitor[]) => void;
}

const signs = ['pointerdown', 'pointermove', 'keydown'] as const;

function startBeating({ id, isEditing, tell }: Page): { readonly end: () => void } {
  const visit = makeNodeId('page');
  const controller = new AbortController();
  const { signal } = controller;
  let lastSign = Date.now();
  let isNoted = false;
  const isLookedAt = () => !document.hidden && Date.now() - lastSign < awayMs;
  const leave = () => {
    if (!isNoted) return;
    isNoted = false;
    const input = { params: { id, visit }, outlivesPage: true, isUnasked: true };
    api.callEndpoint(dashboardEndpoints.endPresence, input).catch(() => undefined);
  };
  const beat = async () => {
    if (!isLookedAt()) return leave();
    isNoted = true;
    const body = { visit, is_editing: isEditing };
    // Who is not told of the others sees nobody: nothing that was asked for is missing.
    const others = await api
      .callEndpoint(dashboardEndpoints.notePresence, { params: { id }, body, isUnasked: true, signal })
      .then(({ result }) => result)
      .catch(() => none);
    if (!signal.aborted) tell(others);
  };
  const note = () => {
    const wasAway = !isLookedAt();
    lastSign = Date.now();
    if (wasAway) void beat();
  };
  for (const sign of signs) document.addEventListener(sign, note, { signal, passive: true });
  document.addEventListener('visibilitychange', () => void beat(), { signal });
  const first = setTimeout(() => void beat(), firstBeatMs);
  const timer = setInterval(() => void beat(), beatMs);
  return {
    end: () => {
      controller.abort();
      clearTimeout(first);
      clearInterval(timer);
      leave();
    },
  };
}
