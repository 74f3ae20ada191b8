import { type ControlSection, checkbox, isShown, stackChoices } from '@powerset/chart-kit';
import {
  lineTypeChoices,
  markerRows,
  missingPeriodsControl,
  opacityControl,
  seriesDataSections,
  seriesLookSections,
  seriesTypeControl,
} from '../shared/series-form.ts';

export const sections: readonly ControlSection[] = [
  ...seriesDataSections,
  ...seriesLookSections({
    stack: stackChoices,
    own: [
      [seriesTypeControl(lineTypeChoices)],
      [missingPeriodsControl],
      [checkbox('area', 'Area chart')],
      [opacityControl(isShown('area'))],
      ...markerRows,
    ],
  }),
];
