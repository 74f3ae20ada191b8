import { controlRows, defineForm, stackChoices } from '@powerset/chart-kit';
import { markerRows, seriesDataSections, seriesLookSections } from '../shared/series-form.ts';

const [[markerControl], [sizeControl]] = markerRows;

const dotRows = controlRows([
  [{ ...markerControl, description: 'Dots of the size below; else their size follows from how many there are.' }],
  [{ ...sizeControl, label: 'Marker Size', max: 100 }],
]);

export const form = defineForm([...seriesDataSections, ...seriesLookSections({ stack: stackChoices, own: dotRows })]);
