import { type ChartTheme, darkChartTheme, lightChartTheme } from '@powerset/chart-kit';
import type { StyleSpecification } from 'maplibre-gl';
import worldAddress from 'world-atlas/countries-50m.json?url';
import { ownDark, ownLight } from './map-styles.ts';
import type { MapTiles } from './map-tiles.ts';
import { readWorld, type World, type WorldTopology } from './world.ts';

let world: Promise<World> | undefined;

/** The world's shapes, fetched and read once for all maps of the page. */
export function loadWorld(): Promise<World> {
  world ??= fetchWorld().catch((error: unknown) => {
    world = undefined;
    throw error;
  });
  return world;
}

async function fetchWorld(): Promise<World> {
  const answer = await fetch(worldAddress);
  if (!answer.ok) throw new Error(`The map of the world answered ${answer.status}`);
  // The atlas is part of the build.
  return readWorld((await answer.json()) as WorldTopology);
}

/** The theme in whose colours the own map is drawn. */
export function groundTheme(style: string, theme: ChartTheme): ChartTheme {
  if (style === ownLight) return lightChartTheme;
  return style === ownDark ? darkChartTheme : theme;
}

/** The own map: land, borders and names, from what the build brought along. */
export function ownStyle(world: World, theme: ChartTheme): StyleSpecification {
  const { water, land, border, name } = groundColors(theme);
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: world.land, maxzoom: 8, tolerance: 0.3 },
      borders: { type: 'geojson', data: world.borders, maxzoom: 8, tolerance: 0.3 },
      names: { type: 'geojson', data: world.names, maxzoom: 4 },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land, 'fill-antialias': true } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': border, 'line-width': 0.5 } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': border, 'line-width': 0.8 } },
      {
        id: 'names',
        type: 'symbol',
        source: 'names',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': [theme.font.split(',')[0]!.replaceAll('"', '')],
          'text-size': 11,
          'symbol-sort-key': ['get', 'rank'],
          'text-max-width': 7,
          'text-padding': 8,
        },
        minzoom: 1.5,
        paint: { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 1.2 },
      },
    ],
  };
}

/** Tiles in place of the own coasts, borders and names. The own land stays below, for as long as a tile is not there. */
export function withTiles(style: StyleSpecification, tiles: MapTiles, { isDark }: ChartTheme): StyleSpecification {
  return {
    ...style,
    sources: { ...style.sources, tiles: { type: 'raster', tiles: [tiles.address], tileSize: 256, maxzoom: 19 } },
    layers: [
      ...style.layers.filter(({ id }) => id === 'water' || id === 'land'),
      {
        id: 'tiles',
        type: 'raster',
        source: 'tiles',
        // Most tiles are light: in the dark theme they step back.
        paint: isDark ? { 'raster-brightness-max': 0.6, 'raster-saturation': -0.5 } : {},
      },
    ],
  };
}

/** Ground, land, lines and names in a theme: the data stand out, the ground stays back. */
export function groundColors(theme: ChartTheme) {
  return theme.isDark
    ? { water: theme.card, land: theme.border, border: theme.borderStrong, name: theme.textTertiary }
    : { water: theme.grid, land: theme.card, border: theme.borderStrong, name: theme.textTertiary };
}
