import {
  barStackChoices,
  defineForm,
  forceCategoricalControl,
  section,
  seriesQuerySection,
  stackDimensionControl,
  withoutControl,
} from '@powerset/chart-kit';
import { orientationControl, seriesDataSections, seriesLookSections } from '../shared/series-form.ts';

const [, ...otherDataSections] = seriesDataSections;

const orientationSection = section({ label: 'Bar orientation', tab: 'customize', rows: [[orientationControl]] });

export const form = defineForm([
  // Bars stand on categories anyway.
  withoutControl(seriesQuerySection, forceCategoricalControl),
  ...otherDataSections,
  orientationSection,
  ...seriesLookSections({ stack: barStackChoices, own: [[stackDimensionControl]] }),
]);
