import { defineForm, type FormOf, stackChoices } from '@powerset/chart-kit';
import {
  areaControl,
  lineTypeChoices,
  markerRows,
  missingPeriodsControl,
  opacityControl,
  seriesDataSections,
  seriesLookSections,
  seriesTypeControl,
} from './series-form.ts';

/** Every field that drawing series knows: for charts whose own forms come to one of these. */
export const plainSeriesForm = defineForm([
  ...seriesDataSections,
  ...seriesLookSections({
    stack: stackChoices,
    own: [
      [seriesTypeControl(lineTypeChoices)],
      [missingPeriodsControl],
      [areaControl],
      [opacityControl],
      ...markerRows,
    ],
  }),
]);

export type PlainForm = FormOf<typeof plainSeriesForm>;
