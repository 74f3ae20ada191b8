import type { ChartTheme } from '@powerset/chart-kit';
import type { MultiPolygon } from 'geojson';
import { useEffect, useMemo, useState } from 'react';
import type { MapPicture } from './map-picture.ts';
import { type MapShape, toShapes } from './map-shapes.ts';
import styles from './map-view.module.css';
import { projector } from './mercator.ts';

interface SubstituteProps {
  readonly picture: MapPicture;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
}

/** The map as a still drawing, where the browser has no WebGL or there is no browser. */
export function MapSubstitute({ picture, theme, width, height }: SubstituteProps) {
  const land = useLand();
  const ground = useMemo(() => landPath(land, picture, { width, height }), [land, picture, width, height]);
  const shapes = useMemo(() => toShapes(picture, { width, height, theme }), [picture, width, height, theme]);
  const [water, earth] = theme.isDark ? [theme.card, theme.border] : [theme.grid, theme.card];
  return (
    <svg className={styles.substitute} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect width={width} height={height} fill={water} />
      <path d={ground} fill={earth} stroke={theme.borderStrong} strokeWidth={0.5} />
      {shapes.map((shape, index) => (
        <Shape key={index} shape={shape} theme={theme} />
      ))}
    </svg>
  );
}

function Shape({ shape: { d, fill, stroke, width, text }, theme }: { shape: MapShape; theme: ChartTheme }) {
  return (
    <>
      {d === '' ? null : <path d={d} fill={fill ?? 'none'} stroke={stroke} strokeWidth={width} />}
      {text ? (
        <text
          x={text.x}
          y={text.y}
          fontSize={text.size}
          fill={d === '' ? fill : theme.text}
          fontFamily={theme.font}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {text.label}
        </text>
      ) : null}
    </>
  );
}

/** The world's land, once it is here; the marks do not wait for it. */
function useLand(): MultiPolygon | null {
  const [land, setLand] = useState<MultiPolygon | null>(null);
  useEffect(() => {
    let isWanted = true;
    void import('./base-map.ts')
      .then(({ loadWorld }) => loadWorld())
      .then(
        (world) => isWanted && setLand(world.land.geometry),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, []);
  return land;
}

function landPath(land: MultiPolygon | null, { view }: MapPicture, size: { width: number; height: number }): string {
  if (!land) return '';
  const place = projector(view, size);
  const write = (ring: readonly (readonly number[])[]) =>
    ring.map(([x = 0, y = 0], at) => `${at ? 'L' : 'M'}${place(x, y).map(Math.round).join(' ')}`).join('');
  return land.coordinates.map(([ring = []]) => `${write(ring)}z`).join('');
}
