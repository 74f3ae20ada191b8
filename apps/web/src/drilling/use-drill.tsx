import type { ChartMenuRequest } from '@powerset/charts/views';
import { type HTMLAttributes, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { lazyPart, useSession } from '../shell/index.ts';
import { menuGestures } from './menu-gestures.ts';
import type { DrillPlace, MarkActions } from './places.ts';
import type { DrillSubject } from './subject.ts';

export interface Drilling {
  /** For the chart. */
  readonly onContextMenu: ((request: ChartMenuRequest) => void) | undefined;
  /** For the element around it: keys, fingers, and what is no mark. */
  readonly frame: HTMLAttributes<HTMLElement>;
  /** For the menu of the whole chart. */
  readonly entries: readonly { readonly key: string; readonly label: string; readonly onSelect: () => void }[];
  /** What is open; drawn beside the chart. */
  readonly layer: ReactNode;
}

const DrillLayer = lazyPart(async () => (await import('./DrillLayer.tsx')).DrillLayer);

/** Whether this person may see the rows behind charts, and their numbers by other columns. */
export function useMayDrill(): boolean {
  const { can } = useSession();
  return (can('can_explore', 'Superset') || can('can_drill', 'Dashboard')) && can('can_get_drill_info', 'Dataset');
}

/** What a chart and its marks lead to. Nothing of it is loaded before it is asked for. */
export function useDrill(subject: DrillSubject | null, actions: MarkActions): Drilling {
  const t = useT();
  // A query that is no dataset yet has no columns that somebody described.
  const mayDrill = useMayDrill() && subject?.datasource.type === 'table';
  const [place, setPlace] = useState<DrillPlace | null>(null);
  const onContextMenu = useCallback((request: ChartMenuRequest) => setPlace({ kind: 'menu', request }), []);
  const gestures = useMemo(() => menuGestures(onContextMenu), [onContextMenu]);
  const entries =
    mayDrill && subject
      ? [
          { key: 'detail', label: t('Drill to detail'), onSelect: () => setPlace({ kind: 'detail', filters: [] }) },
          { key: 'by', label: t('Drill by'), onSelect: () => setPlace({ kind: 'by', steps: [], filters: [] }) },
        ]
      : [];
  return {
    onContextMenu: subject ? onContextMenu : undefined,
    frame: subject ? gestures : noHandlers,
    entries,
    layer:
      place && subject ? (
        <Suspense fallback={null}>
          <DrillLayer {...{ subject, actions, place, mayDrill }} onPlace={setPlace} />
        </Suspense>
      ) : null,
  };
}

const noHandlers = {};
