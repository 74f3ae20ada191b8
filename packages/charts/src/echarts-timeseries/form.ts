import { defineForm, isShown, stackChoices, withControl } from '@powerset/chart-kit';
import {
  areaControl,
  markerRows,
  missingPeriodsControl,
  opacityControl,
  seriesDataSections,
  seriesLookSections,
} from '../shared/series-form.ts';

export const form = defineForm([
  ...seriesDataSections,
  ...seriesLookSections({
    stack: stackChoices,
    own: [
      [missingPeriodsControl],
      [areaControl],
      [withControl(opacityControl, { isVisible: isShown(areaControl) })],
      ...markerRows,
    ],
  }),
]);
