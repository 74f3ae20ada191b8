import { defineForm, type FormOf, stackChoices } from '@powerset/chart-kit';
import {
  areaTypeChoices,
  extraControlsControl,
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
      [seriesTypeControl(areaTypeChoices)],
      [missingPeriodsControl],
      [opacityControl],
      [extraControlsControl],
      ...markerRows,
    ],
  }),
]);

export type AreaForm = FormOf<typeof form>;
