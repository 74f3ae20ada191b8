/** So many saved charts are drawn on one map. */
export const mostMapLayers = 12;

/** Whether charts of a type can be layers of a map: those that are drawn on one themselves, but for the map of layers. */
export function isMapLayer(type: string): boolean {
  return type.startsWith('deck_') && type !== 'deck_multi';
}
