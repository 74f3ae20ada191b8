import { defineForm, section, showValueControl, tooltipSection } from '@powerset/chart-kit';
import { markerRows, markLookSections, missingPeriodsControl, seriesDataSections } from '../shared/series-form.ts';

const [titles, options, legend, xAxis, , yAxis] = markLookSections([
  [missingPeriodsControl],
  [showValueControl],
  ...markerRows,
]);
const [richRow, , [totalControl], timeRow] = tooltipSection.rows;

export const form = defineForm([
  ...seriesDataSections,
  titles,
  options,
  legend,
  xAxis,
  // Curves do not stand on each other: there are no parts to be ordered or to be shares.
  section({ ...tooltipSection, rows: [richRow, [totalControl], timeRow] }),
  yAxis,
]);
