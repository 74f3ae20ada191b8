import { defineForm, isShown, pairChoices, stackChoices, withControl } from '@powerset/chart-kit';
import {
  areaControl,
  markerRows,
  missingPeriodsControl,
  opacityControl,
  seriesDataSections,
  seriesLookSections,
  seriesTypeControl,
} from '../shared/series-form.ts';

const stepChoices = pairChoices([
  ['start', 'Start'],
  ['middle', 'Middle'],
  ['end', 'End'],
]);

const stepTypeControl = withControl(seriesTypeControl(stepChoices), {
  label: 'Step type',
  default: 'start',
  description: 'Where between two values the line steps: at the first, half way, or at the second.',
});

export const form = defineForm([
  ...seriesDataSections,
  ...seriesLookSections({
    stack: stackChoices,
    own: [
      [stepTypeControl],
      [missingPeriodsControl],
      [areaControl],
      [withControl(opacityControl, { isVisible: isShown(areaControl) })],
      ...markerRows,
    ],
  }),
]);
