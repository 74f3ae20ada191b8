import { type CrossFilterSelection, defaultTranslate } from '@powerset/chart-kit';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { PieForm } from './form.ts';
import type { Slices } from './slices.ts';

/** What a slice stands for as a filter. */
function selectionOfSlice(model: Slices, index: number) {
  const slice = model.slices[index];
  if (!slice || slice.isRest || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, position) => [name, slice.keys[position] ?? null]),
    slice.name,
  );
}

export function View(props: ChartViewProps<Slices, EChartOptions, PieForm>) {
  const { model, onSelect, selectedLabels, translate = defaultTranslate } = props;
  const selectionOf = useCallback(({ dataIndex }: MarkEvent) => selectionOfSlice(model, dataIndex), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) =>
      onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked),
    [onSelect, selectedLabels],
  );
  const table = useMemo(
    () => (
      <table>
        <tbody>
          {model.slices.slice(0, 100).map((slice) => (
            <tr key={slice.name}>
              <th scope="row">{slice.isRest ? translate('Others') : slice.name}</th>
              <td>{slice.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
    [model, translate],
  );
  return <MarkView {...props} table={table} selectionOf={selectionOf} onPick={pick} />;
}
