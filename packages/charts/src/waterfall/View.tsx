import { type CrossFilterSelection, defaultTranslate, labelOfCell, msg } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback } from 'react';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { WaterfallForm } from './form.ts';
import type { WaterfallOptions } from './options.ts';
import type { Step, Steps } from './steps.ts';

const parts = [CustomChart];

type Props = ChartViewProps<Steps, WaterfallOptions, WaterfallForm>;

export function View(props: Props) {
  const { model, options, translate = defaultTranslate } = props;
  const selectionOf = useCallback(
    ({ data }: MarkEvent) => {
      // The item as the options gave it: which step, from where, to where.
      const step = options.steps[Array.isArray(data) ? Number(data[0]) : -1];
      return step ? selectionOfStep(model, step) : null;
    },
    [model, options],
  );
  const cells = useCallback(() => {
    const { steps, words } = options;
    const head = [model.axis.label, model.metric, translate(msg('Running total'))];
    return [head, ...steps.map((step) => [words.titleOf(step), words.valueOf(step), words.format(step.to)])];
  }, [model, options, translate]);
  return <PictureView {...props} cells={cells} selectionOf={selectionOf} parts={parts} />;
}

/** A step stands for its part, and for its position where that is no time. */
export function selectionOfStep(model: Steps, { x, part }: Step): CrossFilterSelection | null {
  const position = x === undefined || model.axis.isTemporal ? [] : [[model.axis.label, x] as const];
  const own = part === undefined || model.breakdown === null ? [] : [[model.breakdown, part] as const];
  const pairs = [...position, ...own];
  return pairs.length === 0 ? null : toSelection(pairs, labelOfCell(part ?? x));
}
