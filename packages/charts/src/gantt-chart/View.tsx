import { defaultTranslate, labelOfCell, msg } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback, useMemo, useState } from 'react';
import { drawModel } from '../shared/draw-chart.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { GanttForm } from './form.ts';
import styles from './gantt.module.css';
import type { GanttOptions } from './options.ts';
import { labelOfTask, type Task, type Tasks } from './tasks.ts';

const parts = [CustomChart];
const barHeight = 28;

type Props = ChartViewProps<Tasks, GanttOptions, GanttForm>;

/** With extra controls the reader may keep the bars of each subcategory together, without editing the chart. */
export function View(props: Props) {
  return props.form.show_extra_controls && props.model.seriesColumn !== null ? (
    <SwitchedGantt {...props} />
  ) : (
    <PlainGantt {...props} />
  );
}

function SwitchedGantt(props: Props) {
  const { definition, form, model, width, height, translate = defaultTranslate } = props;
  const [subcategories, setSubcategories] = useState(form.subcategories);
  const plotHeight = Math.max(40, height - barHeight);
  const options = useMemo(() => {
    const context = { ...props.options.context, form: { ...form, subcategories } };
    const { theme, selectedLabels } = context;
    const space = { theme, selectedLabels, width, height: plotHeight };
    // The definition's own drawing of this chart's own model.
    return drawModel(definition, model, { context, space }) as GanttOptions;
  }, [definition, form, model, props.options.context, subcategories, width, plotHeight]);
  return (
    <div style={{ width, height }}>
      <label className={styles.switch} data-test="gantt-extra-controls">
        <input type="checkbox" checked={subcategories} onChange={(event) => setSubcategories(event.target.checked)} />
        {translate(msg('Subcategories'))}
      </label>
      <PlainGantt {...props} options={options} height={plotHeight} />
    </div>
  );
}

function PlainGantt(props: Props) {
  const { model, options, translate = defaultTranslate } = props;
  const selectionOf = useCallback(
    ({ data }: MarkEvent) => {
      // The item as the options gave it: which task, from when to when.
      const task = options.laid[Array.isArray(data) ? Number(data[0]) : -1]?.task;
      return task ? selectionOfTask(model, task) : null;
    },
    [model, options],
  );
  const cells = useCallback(() => {
    const { laid, when } = options;
    const series = model.seriesColumn === null ? [] : [model.seriesColumn];
    const head = [model.categoryColumn, ...series, translate(msg('Start')), translate(msg('End'))];
    const rows = laid.map(({ task }) => [
      labelOfCell(task.category),
      ...(task.series === undefined ? [] : [labelOfCell(task.series)]),
      when.moment(task.start),
      task.end === null ? translate(msg('no end')) : when.moment(task.end),
    ]);
    return [head, ...rows];
  }, [model, options, translate]);
  return <PictureView {...props} cells={cells} selectionOf={selectionOf} parts={parts} />;
}

/** A bar stands for its row, and for its value of the dimension. */
export function selectionOfTask({ categoryColumn, seriesColumn }: Tasks, task: Task) {
  const own = seriesColumn === null ? [] : [[seriesColumn, task.series ?? null] as const];
  return toSelection([[categoryColumn, task.category], ...own], labelOfTask(task));
}
