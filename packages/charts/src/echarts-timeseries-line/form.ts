import { type ControlSection, checkbox, isShown, stackChoices } from '@powerset/chart-kit';
import {
  lineTypeChoices,
  markerRows,
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
      [checkbox('area', 'Area chart')],
      [opacityControl(isShown('area'))],
      ...markerRows,
    ],
  }),
];
