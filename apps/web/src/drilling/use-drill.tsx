import { BarsOutlined, PartitionOutlined } from '@ant-design/icons-svg';
import type { ChartMenuLayer, ChartMenuRequest } from '@powerset/charts/views';
import type { MenuAction } from '@powerset/ui';
import { type HTMLAttributes, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { lazyPart, useSession } from '../shell/index.ts';
import { menuGestures } from './menu-gestures.ts';
import type { DrillPlace, MarkActions } from './places.ts';
import { type DrillSubject, subjectOfLayer } from './subject.ts';

export interface Drilling {
  /** For the chart. */
  readonly onContextMenu: ((request: ChartMenuRequest) => void) | undefined;
  /** For the element around it: keys, fingers, and what is no mark. */
  readonly frame: HTMLAttributes<HTMLElement>;
  /** For the menu of the whole chart. */
  readonly entries: readonly MenuAction[];
  /** What is open; drawn beside the chart. */
  readonly layer: ReactNode;
}

/** What is open, and the saved chart that it is about, where the chart is made of several. */
interface Open {
  readonly place: DrillPlace;
  readonly layer?: ChartMenuLayer | undefined;
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
  const [open, setOpen] = useState<Open | null>(null);
  const onContextMenu = useCallback(
    (request: ChartMenuRequest) => setOpen({ place: { kind: 'menu', request }, layer: request.layer }),
    [],
  );
  const gestures = useMemo(() => menuGestures(onContextMenu), [onContextMenu]);
  const entries =
    mayDrill && subject
      ? [
          {
            key: 'detail',
            label: t('Drill to detail'),
            icon: BarsOutlined,
            onSelect: () => setOpen({ place: { kind: 'detail', filters: [] } }),
          },
          {
            key: 'by',
            label: t('Drill by'),
            icon: PartitionOutlined,
            onSelect: () => setOpen({ place: { kind: 'by', steps: [], filters: [] } }),
          },
        ]
      : [];
  return {
    onContextMenu: subject ? onContextMenu : undefined,
    frame: subject ? gestures : noHandlers,
    entries,
    layer:
      open && subject ? (
        <Suspense fallback={null}>
          <DrillLayer
            {...{ actions, mayDrill, place: open.place }}
            subject={open.layer ? subjectOfLayer(subject, open.layer) : subject}
            onPlace={(place) => setOpen(place && { ...open, place })}
          />
        </Suspense>
      ) : null,
  };
}

const noHandlers = {};
