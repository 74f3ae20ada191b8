import { ParallelChart } from 'echarts/charts';
import { ParallelComponent, VisualMapContinuousComponent } from 'echarts/components';
import { useCallback } from 'react';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { ParallelForm } from './form.ts';
import type { Profiles } from './lines.ts';
import { type ParallelOptions, tableShare } from './options.ts';
import styles from './View.module.css';

const parts = [ParallelChart, ParallelComponent, VisualMapContinuousComponent];
const mostRows = 500;

function selectionOfLine(model: Profiles, { dataIndex }: MarkEvent) {
  const line = model.lines[dataIndex];
  return line && model.series !== null ? toSelection([[model.series, line.key]], line.name) : null;
}

type Props = ChartViewProps<Profiles, ParallelOptions, ParallelForm>;

export function View(props: Props) {
  const { model, height, form } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfLine(model, event), [model]);
  const cells = useCallback(
    () => [[model.series ?? '', ...model.axes], ...model.lines.map(({ name, values }) => [name, ...values])],
    [model],
  );
  const picture = { parts, cells, selectionOf };
  if (!form.show_datatable) return <PictureView {...props} {...picture} />;
  return (
    <div style={{ height }}>
      <PictureView {...props} {...picture} height={height * (1 - tableShare)} />
      <LineTable {...props} height={height * tableShare} />
    </div>
  );
}

/** The rows as they came. */
function LineTable({ model, options, width, height }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div className={styles.scroll} style={{ width, height }} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{model.series}</th>
            {model.axes.map((axis) => (
              <th key={axis} scope="col" className={styles.number}>
                {axis}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.lines.slice(0, mostRows).map((line, row) => (
            <tr key={`${row} ${line.name}`}>
              <th scope="row">{line.name}</th>
              {model.axes.map((axis, at) => (
                <td key={axis} className={styles.number}>
                  {options.format(axis, line.values[at] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
