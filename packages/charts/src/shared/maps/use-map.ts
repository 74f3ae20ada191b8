import type { ChartTheme, Viewport } from '@powerset/chart-kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { forgetPicture, keepPicture } from '../chart-pictures.ts';
import type { MapHit } from './map-hits.ts';
import type { MapPicture } from './map-picture.ts';
import type { MapTiles } from './map-tiles.ts';
import type { Ground, MapListeners, StartedMap } from './start-map.ts';

export type MapState = 'starting' | 'drawn' | 'missing' | 'lost' | 'failed';

export interface MapUse {
  readonly picture: MapPicture;
  readonly theme: ChartTheme;
  readonly tiles: MapTiles | null;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly onHover: (hit: MapHit | null, at: { readonly x: number; readonly y: number }) => void;
  readonly onHit: (hit: MapHit, event: { readonly isAdding: boolean }) => void;
  readonly onMove: (view: Viewport) => void;
  readonly onRendered: ((ms: number) => void) | undefined;
}

/** A map in an element: started once, then drawn on; gone with it. */
export function useMap(host: RefObject<HTMLDivElement | null>, use: MapUse) {
  const [state, setState] = useState<MapState>('starting');
  const [map, setMap] = useState<StartedMap | null>(null);
  const [round, setRound] = useState(0);
  const ground: Ground = { style: use.picture.style, theme: use.theme, tiles: use.tiles };
  const latest = useRef({ use, ground });
  latest.current = { use, ground };
  const since = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts the map anew
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    let isGone = false;
    let started: StartedMap | null = null;
    since.current = performance.now();
    const listeners = listenersOf(latest, { setState, since });
    void open(element, latest.current, listeners).then(
      (opened) => {
        if (opened === null || isGone) {
          opened?.stop();
          if (!isGone) setState('missing');
          return;
        }
        started = opened;
        keepPicture(element, {
          kind: 'drawn',
          png: () => opened.png(latest.current.use.theme.card),
          svg: async () => svgOfPng(opened.png(latest.current.use.theme.card), latest.current.use),
        });
        setMap(opened);
      },
      () => !isGone && setState('failed'),
    );
    return () => {
      isGone = true;
      forgetPicture(element);
      started?.stop();
      setMap(null);
    };
  }, [host, round]);

  useDrawing(map, use, since);
  useGround(map, ground);
  useView(map, use);
  const retry = () => {
    setState('starting');
    setRound((before) => before + 1);
  };
  return { state, map, retry };
}

interface Latest {
  readonly current: { readonly use: MapUse; readonly ground: Ground };
}

async function open(element: HTMLElement, { use, ground }: Latest['current'], listeners: MapListeners) {
  const { canDrawMaps, startMap } = await import('./start-map.ts');
  if (!canDrawMaps()) return null;
  return startMap(element, { ground, view: use.picture.view, label: use.label }, listeners);
}

function listenersOf(
  latest: Latest,
  { setState, since }: { readonly setState: (state: MapState) => void; readonly since: { readonly current: number } },
): MapListeners {
  return {
    onHover: (hit, at) => latest.current.use.onHover(hit, at),
    onClick: (hit, event) => latest.current.use.onHit(hit, event),
    onMove: (view) => latest.current.use.onMove(view),
    onDrawn: () => {
      setState('drawn');
      latest.current.use.onRendered?.(performance.now() - since.current);
    },
    onFailure: setState,
  };
}

function useDrawing(map: StartedMap | null, { picture, theme }: MapUse, since: { current: number }) {
  useEffect(() => {
    if (!map) return;
    since.current = Math.max(since.current, 0);
    map.draw(picture, theme);
  }, [map, picture, theme, since]);
}

function useGround(map: StartedMap | null, ground: Ground) {
  const shown = useRef<string | null>(null);
  const key = JSON.stringify([ground.style, ground.theme.isDark, ground.tiles]);
  const latest = useRef(ground);
  latest.current = ground;
  useEffect(() => {
    if (!map) {
      shown.current = null;
      return;
    }
    // The map was started with its ground.
    if (shown.current !== null && shown.current !== key) map.setGround(latest.current);
    shown.current = key;
  }, [map, key]);
}

/** Looks where the picture says whenever that changes, but not back where the reader has just come from. */
function useView(map: StartedMap | null, { picture, width, height }: MapUse) {
  const shown = useRef<string | null>(null);
  const { view, bounds, isFitted } = picture;
  const key = JSON.stringify(isFitted ? [bounds, width, height] : view);
  const latest = useRef(view);
  latest.current = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the space is the map's own, also where the view stays
  useEffect(() => {
    if (!map) {
      shown.current = null;
      return;
    }
    map.resize();
    if (shown.current !== null && shown.current !== key && !isSameView(map.view(), latest.current))
      map.jumpTo(latest.current);
    shown.current = key;
  }, [map, key, width, height]);
}

function isSameView(one: Viewport, other: Viewport): boolean {
  return (
    Math.abs(one.longitude - other.longitude) < 1e-4 &&
    Math.abs(one.latitude - other.latitude) < 1e-4 &&
    Math.abs(one.zoom - other.zoom) < 1e-2 &&
    Math.abs(one.bearing - other.bearing) < 0.2 &&
    Math.abs(one.pitch - other.pitch) < 0.2
  );
}

/** A document around the picture: what the graphics card drew has no shapes. */
function svgOfPng(png: string, { width, height }: MapUse): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${png}"/></svg>`;
}
