/** A part of the plane, in the map's own units, y downwards: [left, top, right, bottom]. */
export type MapBox = readonly [number, number, number, number];

/** Edges of the chart that the map leaves free, in pixels. */
export interface MapInset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface FrameGiven {
  readonly width: number;
  readonly height: number;
  readonly inset?: MapInset;
}

export interface MapFrame {
  /** Grid, axes and zoom of the option. */
  readonly option: Readonly<Record<string, unknown>>;
  /** Pixels of one unit before anybody zoomed. */
  readonly scale: number;
  /** What of the plane is seen: the box, widened to the shape of the chart. */
  readonly view: MapBox;
}

export const mapZoomIds = ['map-x', 'map-y'] as const;
const noInset: MapInset = { top: 0, right: 0, bottom: 0, left: 0 };
/** The smallest part of the map that a view is zoomed to, in percent. */
export const smallestSpan = 2;

/** The plane as hidden axes of equal scale, so that zooming and panning are those of axes and ask no query. */
export function frameMap(box: MapBox, { width, height, inset = noInset }: FrameGiven): MapFrame {
  const room = {
    width: Math.max(1, width - inset.left - inset.right),
    height: Math.max(1, height - inset.top - inset.bottom),
  };
  const [left, top, right, bottom] = box;
  const size = { width: Math.max(right - left, 1e-9), height: Math.max(bottom - top, 1e-9) };
  const scale = Math.min(room.width / size.width, room.height / size.height);
  const [wider, higher] = [(room.width / scale - size.width) / 2, (room.height / scale - size.height) / 2];
  const view: MapBox = [left - wider, top - higher, right + wider, bottom + higher];
  const hidden = { type: 'value', show: false, axisPointer: { show: false } };
  return {
    scale,
    view,
    option: {
      grid: { ...inset, containLabel: false, outerBoundsMode: 'none' },
      xAxis: { ...hidden, min: view[0], max: view[2] },
      yAxis: { ...hidden, min: view[1], max: view[3], inverse: true },
      dataZoom: [zoomOf(mapZoomIds[0], { xAxisIndex: 0 }), zoomOf(mapZoomIds[1], { yAxisIndex: 0 })],
    },
  };
}

/** Pointers pan; what zooms is at the map's controls, so that a page scrolls on over a map that is seen whole. */
const zoomOf = (id: string, axis: Readonly<Record<string, number>>) => ({
  id,
  type: 'inside',
  ...axis,
  filterMode: 'none',
  zoomOnMouseWheel: false,
  moveOnMouseWheel: false,
  preventDefaultMouseMove: false,
  minSpan: smallestSpan,
  throttle: 0,
});

/** Where a place of the plane is drawn, and how many pixels a unit has there now. */
export interface DrawnPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** What ECharts gives the drawing function of a custom series. */
export interface CustomApi {
  readonly coord: (place: readonly number[]) => readonly number[];
}

export function originOf(api: CustomApi): DrawnPlace {
  const [x = 0, y = 0] = api.coord([0, 0]);
  const [right = 0] = api.coord([1000, 0]);
  return { x, y, scale: (right - x) / 1000 };
}

/** A path of the plane, moved and scaled to where it is drawn; its line keeps its width. */
export function drawnPath(path: string, style: Readonly<Record<string, unknown>>, at: DrawnPlace) {
  return {
    type: 'path',
    x: at.x,
    y: at.y,
    scaleX: at.scale,
    scaleY: at.scale,
    shape: { pathData: path },
    style: { ...style, strokeNoScale: true },
  };
}
