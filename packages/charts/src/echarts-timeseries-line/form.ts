import { defineForm, isShown, stackChoices, withControl } from '@powerset/chart-kit';
import {
  areaControl,
  lineTypeChoices,
  markerRows,
  missingPeriodsControl,
  opacityControl,
  seriesDataSections,
  seriesLookSections,
  seriesTypeControl,
} from '../shared/series-form.ts';

export const form = defineForm([
  ...seriesDataSections,
  ...seriesLookSections({
    stack: stackChoices,
    own: [
      [seriesTypeControl(lineTypeChoices)],
      [missingPeriodsControl],
      [areaControl],
      [withControl(opacityControl, { isVisible: isShown(areaControl) })],
      ...markerRows,
    ],
  }),
]);
