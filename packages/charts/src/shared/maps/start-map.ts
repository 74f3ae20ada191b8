import type { Layer, PickingInfo } from '@deck.gl/core';
import { MapboxOverlay } from '@deck.gl/mapbox';
import type { ChartTheme, Viewport } from '@powerset/chart-kit';
import { MapLibreMap, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { groundTheme, loadWorld, ownStyle, withTiles } from './base-map.ts';
import { deckId, toDeckLayers } from './deck-layers.ts';
import { type MapHit, tipOfHit } from './map-hits.ts';
import type { MapLayer, MapPicture } from './map-picture.ts';
import type { MapTiles } from './map-tiles.ts';

export interface MapListeners {
  readonly onHover: (hit: MapHit | null, at: { readonly x: number; readonly y: number }) => void;
  readonly onClick: (hit: MapHit, event: { readonly isAdding: boolean }) => void;
  /** The reader moved the map. */
  readonly onMove: (view: Viewport) => void;
  readonly onDrawn: () => void;
  readonly onFailure: (kind: 'lost' | 'failed') => void;
}

/** A map that is on the page. */
export interface StartedMap {
  readonly draw: (picture: MapPicture, theme: ChartTheme) => void;
  readonly setGround: (ground: Ground) => void;
  readonly jumpTo: (view: Viewport) => void;
  readonly resize: () => void;
  readonly zoomBy: (steps: number) => void;
  readonly setWheel: (isOn: boolean) => void;
  readonly view: () => Viewport;
  readonly hitAt: (x: number, y: number) => MapHit | null;
  /** The picture as it stands, as a PNG data URL. */
  readonly png: (background: string) => string;
  readonly stop: () => void;
}

export interface Ground {
  readonly style: string;
  readonly theme: ChartTheme;
  readonly tiles: MapTiles | null;
}

const mostPitch = 60;

/** Whether this browser can draw maps at all; asked of a canvas that nobody sees. */
export function canDrawMaps(): boolean {
  const canvas = document.createElement('canvas');
  try {
    const context = canvas.getContext('webgl2');
    // Browsers keep few contexts; this one is given back at once.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

async function styleOf({ style, theme, tiles }: Ground): Promise<StyleSpecification> {
  const own = ownStyle(await loadWorld(), groundTheme(style, theme));
  return tiles ? withTiles(own, tiles, theme) : own;
}

/** Starts a map in an element; it is there once its ground is read. */
export async function startMap(
  host: HTMLElement,
  given: { readonly ground: Ground; readonly view: Viewport; readonly label: string },
  listeners: MapListeners,
): Promise<StartedMap> {
  setWorkerUrl(workerUrl);
  const map = createMap(host, await styleOf(given.ground), given);
  const state: DrawnState = { picture: null, theme: given.ground.theme, layers: [], isTold: true };
  map.once('idle', () => {
    host.dataset.ground = 'drawn';
  });
  const overlay = createOverlay(state, listeners);
  map.addControl(overlay);
  listen(map, listeners);
  followZoom(map, overlay, state);
  return {
    draw: (picture, theme) => {
      state.picture = picture;
      state.theme = theme;
      state.isTold = false;
      drawLayers(state, overlay, map.getZoom());
    },
    setGround: (ground) => {
      void styleOf(ground).then(
        (style) => map.setStyle(style, { diff: true }),
        () => listeners.onFailure('failed'),
      );
    },
    jumpTo: ({ longitude, latitude, zoom, bearing, pitch }) =>
      map.jumpTo({ center: [longitude, latitude], zoom, bearing, pitch }),
    resize: () => map.resize(),
    zoomBy: (steps) => map.zoomTo(map.getZoom() + steps, { duration: prefersStillness() ? 0 : 160 }, { byHand: true }),
    setWheel: (isOn) => (isOn ? map.scrollZoom.enable() : map.scrollZoom.disable()),
    view: () => viewOf(map),
    hitAt: (x, y) => toHit(overlay.pickObject({ x, y, radius: 4 }), state),
    png: (background) => takePicture(map, overlay, background),
    stop: () => {
      map.removeControl(overlay);
      map.remove();
    },
  };
}

interface DrawnState {
  picture: MapPicture | null;
  theme: ChartTheme;
  /** The layers that are on the map now. */
  layers: readonly MapLayer[];
  isTold: boolean;
}

function drawLayers(state: DrawnState, overlay: MapboxOverlay, zoom: number): void {
  const { picture, theme } = state;
  if (picture === null) return;
  state.layers = picture.layersAt?.(zoom) ?? picture.layers;
  // The library's own type of layers has more parameters than a list of any layers can name.
  overlay.setProps({ layers: state.layers.flatMap((layer) => toDeckLayers(layer, theme)) as Layer[] });
}

/** Marks that depend on the zoom are drawn anew with each step of it. */
function followZoom(map: MapLibreMap, overlay: MapboxOverlay, state: DrawnState): void {
  let step = Math.floor(map.getZoom());
  const follow = () => {
    const next = Math.floor(map.getZoom());
    if (next === step || !state.picture?.layersAt) return;
    step = next;
    drawLayers(state, overlay, map.getZoom());
  };
  map.on('zoom', () => state.picture?.isLive && follow());
  map.on('zoomend', follow);
}

function tellDrawn(state: DrawnState, { onDrawn }: MapListeners): void {
  if (state.isTold || state.picture === null) return;
  state.isTold = true;
  onDrawn();
}

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function createMap(
  host: HTMLElement,
  style: StyleSpecification,
  { view, label }: { readonly view: Viewport; readonly label: string },
): MapLibreMap {
  const map = new MapLibreMap({
    container: host,
    style,
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    bearing: view.bearing,
    pitch: view.pitch,
    minZoom: -2,
    maxPitch: mostPitch,
    attributionControl: false,
    fadeDuration: 0,
    // Charts are drawn in the page's own font, which the browser has.
    localIdeographFontFamily: 'Inter Variable, system-ui, sans-serif',
    // A page that scrolls must not be caught by a map under the pointer.
    scrollZoom: false,
  });
  const canvas = map.getCanvas();
  canvas.setAttribute('aria-label', label);
  return map;
}

function createOverlay(state: DrawnState, listeners: MapListeners): MapboxOverlay {
  return new MapboxOverlay({
    interleaved: false,
    layers: [],
    pickingRadius: 3,
    onHover: (info) => listeners.onHover(toHit(info, state), info),
    onClick: (info, event) => {
      const hit = toHit(info, state);
      // The event of the base map holds the browser's own.
      const mouse = (event.srcEvent as unknown as { readonly originalEvent?: MouseEvent }).originalEvent;
      if (hit) listeners.onClick(hit, { isAdding: mouse?.ctrlKey === true || mouse?.metaKey === true });
    },
    onAfterRender: () => tellDrawn(state, listeners),
    onError: () => listeners.onFailure('failed'),
  });
}

/** What was hit, by the layer of the picture and the mark's number. */
function toHit(info: PickingInfo | null, { layers }: DrawnState): MapHit | null {
  if (!info?.layer || info.index < 0) return null;
  const layer = layers.find((one) => deckId(one) === info.layer?.id.replace(/:labels$/, ''));
  return layer ? tipOfHit(layer, info) : null;
}

function listen(map: MapLibreMap, { onMove, onFailure }: MapListeners): void {
  // A move of the reader comes with the browser's event, or says so; what the page sets does not.
  map.on('moveend', (event) => {
    if (event.originalEvent || 'byHand' in event) onMove(viewOf(map));
  });
  for (const canvas of [map.getCanvas()]) canvas.addEventListener('webglcontextlost', () => onFailure('lost'));
}

function viewOf(map: MapLibreMap): Viewport {
  const { lng, lat } = map.getCenter().wrap();
  const digits = (value: number, count: number) => Number(value.toFixed(count));
  return {
    longitude: digits(lng, 6),
    latitude: digits(lat, 6),
    zoom: digits(map.getZoom(), 3),
    bearing: digits(map.getBearing(), 1),
    pitch: digits(map.getPitch(), 1),
  };
}

/** Both canvases on one; each is drawn anew first, since browsers empty them after they were shown. */
function takePicture(map: MapLibreMap, overlay: MapboxOverlay, background: string): string {
  const ground = map.getCanvas();
  const canvas = document.createElement('canvas');
  canvas.width = ground.width;
  canvas.height = ground.height;
  const context = canvas.getContext('2d');
  if (!context) return canvas.toDataURL();
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  map.redraw();
  context.drawImage(ground, 0, 0, canvas.width, canvas.height);
  // The overlay draws its canvas when the map has drawn its own.
  const marks = overlay.getCanvas();
  if (marks) context.drawImage(marks, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
