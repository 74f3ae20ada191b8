// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import bigNumber from './big-number/thumbnail.svg';
import bigNumberTotal from './big-number-total/thumbnail.svg';
import compare from './compare/thumbnail.svg';
import echartsArea from './echarts-area/thumbnail.svg';
import echartsTimeseries from './echarts-timeseries/thumbnail.svg';
import echartsTimeseriesBar from './echarts-timeseries-bar/thumbnail.svg';
import echartsTimeseriesLine from './echarts-timeseries-line/thumbnail.svg';
import echartsTimeseriesScatter from './echarts-timeseries-scatter/thumbnail.svg';
import echartsTimeseriesSmooth from './echarts-timeseries-smooth/thumbnail.svg';
import echartsTimeseriesStep from './echarts-timeseries-step/thumbnail.svg';
import ganttChart from './gantt-chart/thumbnail.svg';
import mixedTimeseries from './mixed-timeseries/thumbnail.svg';
import pie from './pie/thumbnail.svg';
import pivotTableV2 from './pivot-table-v2/thumbnail.svg';
import table from './table/thumbnail.svg';
import timePivot from './time-pivot/thumbnail.svg';
import waterfall from './waterfall/thumbnail.svg';

/** The address of each chart type's picture in the gallery, by its key. */
export const chartThumbnails: Readonly<Record<string, string>> = {
  big_number: bigNumber,
  big_number_total: bigNumberTotal,
  compare: compare,
  echarts_area: echartsArea,
  echarts_timeseries: echartsTimeseries,
  echarts_timeseries_bar: echartsTimeseriesBar,
  echarts_timeseries_line: echartsTimeseriesLine,
  echarts_timeseries_scatter: echartsTimeseriesScatter,
  echarts_timeseries_smooth: echartsTimeseriesSmooth,
  echarts_timeseries_step: echartsTimeseriesStep,
  gantt_chart: ganttChart,
  mixed_timeseries: mixedTimeseries,
  pie: pie,
  pivot_table_v2: pivotTableV2,
  table: table,
  time_pivot: timePivot,
  waterfall: waterfall,
};
