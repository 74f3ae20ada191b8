import type { EChartsType } from 'echarts/core';
import { useEffect, useState } from 'react';
import styles from './MapControls.module.css';
import { mapZoomIds } from './map-frame.ts';
import { isNearest, isWhole, type MapView, wholeMap, zoomView } from './map-zoom.ts';

export interface MapControlsProps {
  readonly chart: EChartsType;
  readonly labels: { readonly nearer: string; readonly farther: string; readonly whole: string };
}

const step = 2;

/**
 * Buttons beside the map. The wheel zooms with Ctrl or the command key, and without it once the map is zoomed: over a map
 * that is seen whole the page scrolls on.
 */
export function MapControls({ chart, labels }: MapControlsProps) {
  const [view, setView] = useState<MapView>(wholeMap);
  useEffect(() => {
    const read = () => setView(viewOf(chart));
    const turn = (event: WheelEvent) => turnWheel(chart, event);
    const surface = chart.getDom();
    chart.on('datazoom', read);
    surface.addEventListener('wheel', turn, { passive: false });
    return () => {
      surface.removeEventListener('wheel', turn);
      if (!chart.isDisposed()) chart.off('datazoom', read);
    };
  }, [chart]);
  const tools = [
    { label: labels.nearer, sign: '+', to: () => zoomView(viewOf(chart), step), isDone: isNearest(view) },
    { label: labels.farther, sign: '−', to: () => zoomView(viewOf(chart), 1 / step), isDone: isWhole(view) },
    { label: labels.whole, sign: '⤢', to: () => wholeMap, isDone: isWhole(view) },
  ];
  return (
    <div className={styles.tools} data-not-drawn data-test="map-controls">
      {tools.map(({ label, sign, to, isDone }) => (
        <button
          key={label}
          type="button"
          className={styles.tool}
          aria-label={label}
          title={label}
          disabled={isDone}
          onClick={() => show(chart, to())}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

function viewOf(chart: EChartsType): MapView {
  // ECharts types its option loosely; the ranges of the zooms are always there in what it gives back.
  const { dataZoom = [] } = chart.getOption() as {
    readonly dataZoom?: readonly { readonly id: string; readonly start: number; readonly end: number }[];
  };
  const [x, y] = mapZoomIds.map((id) => dataZoom.find((zoom) => zoom.id === id));
  return { x: [x?.start ?? 0, x?.end ?? 100], y: [y?.start ?? 0, y?.end ?? 100] };
}

function show(chart: EChartsType, { x, y }: MapView): void {
  const ranges = [x, y].map(([start, end], index) => ({ dataZoomId: mapZoomIds[index], start, end }));
  chart.dispatchAction({ type: 'dataZoom', batch: ranges });
}

function turnWheel(chart: EChartsType, event: WheelEvent): void {
  const view = viewOf(chart);
  if (isWhole(view) && !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const { left, top, width, height } = chart.getDom().getBoundingClientRect();
  const at = [(event.clientX - left) / width, (event.clientY - top) / height] as const;
  show(chart, zoomView(view, 2 ** (-event.deltaY / 300), at));
}
