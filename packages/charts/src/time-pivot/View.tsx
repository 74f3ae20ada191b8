import { useCallback } from 'react';
import { PictureView } from '../shared/PictureView.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { PivotForm } from './form.ts';
import type { PivotOptions } from './options.ts';
import type { Periods } from './periods.ts';

export function View(props: ChartViewProps<Periods, PivotOptions, PivotForm>) {
  const { options, model } = props;
  const cells = useCallback(() => {
    const { series, labels, format } = options.plot;
    const rows = labels.map((label, at) => [label, ...series.map(({ values }) => format(values[at] ?? null))]);
    return [[model.label, ...series.map(({ name }) => name)], ...rows];
  }, [options, model]);
  return <PictureView {...props} cells={cells} />;
}
