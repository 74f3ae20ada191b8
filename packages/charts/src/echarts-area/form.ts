import { type ControlSection, checkbox, stackChoices } from '@powerset/chart-kit';
import {
  areaTypeChoices,
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
      [seriesTypeControl(areaTypeChoices)],
      [missingPeriodsControl],
      [opacityControl()],
      [
        checkbox('show_extra_controls', 'Extra Controls', {
          description: 'Shows a switch of the stacked style on the chart itself.',
        }),
      ],
      ...markerRows,
    ],
  }),
];
