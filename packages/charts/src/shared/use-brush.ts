import type { CrossFilterSelection } from '@powerset/chart-kit';
import { useMemo, useRef } from 'react';
import type { BrushChoices, ChosenSlices } from './brush-choices.ts';
import type { Brush, BrushedSpan } from './mark-event.ts';
import type { ChartViewProps } from './view-props.ts';

export interface BrushedChoice {
  readonly selection: CrossFilterSelection;
  readonly chosen: ChosenSlices;
}

interface BrushGiven extends Pick<Brush, 'axis' | 'shareOf'> {
  /** Null where nothing can be chosen. */
  readonly choices: BrushChoices | null;
  /** What a stretch chooses; null where nothing lies in it. */
  readonly choose: (span: BrushedSpan) => BrushedChoice | null;
}

/** A brush whose stretches filter other charts, and are followed while somebody drags. */
export function useBrush(
  { onSelect, brushing }: Pick<ChartViewProps, 'onSelect' | 'brushing'>,
  given: BrushGiven,
): Brush | undefined {
  const hasChosen = useRef(false);
  return useMemo(() => {
    const { axis, shareOf, choices, choose } = given;
    if (!choices || !onSelect) return undefined;
    return {
      axis,
      ...(shareOf ? { shareOf } : {}),
      isDragged: true,
      onBrush: (span) => {
        const choice = span && choose(span);
        if (choice) onSelect(choice.selection);
        else if (hasChosen.current && span === null) onSelect(null);
        else brushing?.move(choices, null);
        hasChosen.current = choice !== null;
      },
      onDrag: (span) => brushing?.move(choices, (span && choose(span)?.chosen) ?? null),
      onNear: () => brushing?.ready(choices),
    };
  }, [given, onSelect, brushing]);
}
