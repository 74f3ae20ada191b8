import { defineForm, type FormOf } from '@powerset/chart-kit';
import {
  autozoomControl,
  breakpointRows,
  categoricalSchemeControl,
  colorTypeControl,
  extrudedControl,
  fixedColorControl,
  gridSizeControl,
  legendPositionControl,
  mapStyleControl,
  placeRows,
  scriptSection,
  sizeControl,
  spatialControl,
  viewportControl,
} from '../shared/maps/map-form.ts';

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[spatialControl], [{ ...sizeControl, label: 'Height' }], ...placeRows] },
  {
    label: 'Map',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [mapStyleControl],
      [viewportControl],
      [colorTypeControl],
      [fixedColorControl],
      [categoricalSchemeControl],
      ...breakpointRows,
      [legendPositionControl],
      [autozoomControl],
      [gridSizeControl],
      [extrudedControl],
    ],
  },
  scriptSection,
]);

export type GridForm = FormOf<typeof form>;
