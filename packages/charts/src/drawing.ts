/** How charts become drawing options where there is no page: for whoever draws them without a browser. */
export { type ChartInput, type ChartSpace, drawModel, toDrawContext, toModelContext } from './shared/draw-chart.ts';
export { findUndrawn } from './shared/find-undrawn.ts';
export { type MapTopology, readMap } from './shared/map-topology.ts';
export type { MapLegend, MapPicture } from './shared/maps/map-picture.ts';
export { toShapes } from './shared/maps/map-shapes.ts';
export { projector } from './shared/maps/mercator.ts';
export { layoutPanels, type Panel, panelForm, panelNames, splitPanels } from './shared/panels.ts';
export { statementOf } from './shared/statement-of.ts';
