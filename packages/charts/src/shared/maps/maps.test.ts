import { lightChartTheme, readViewport, tableFromRows, viewportLabel } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { ownStyle, withTiles } from './base-map.ts';
import { aggregateBins, binPlaces, ringOfBin } from './bins.ts';
import { bandsOf, linesOf } from './contours.ts';
import { decodePolyline, geohashCell } from './encoded-places.ts';
import { readShapes } from './geojson.ts';
import { readLines } from './lines.ts';
import { modernMapStyle, ownDark, ownLight, ownMap, takesTiles } from './map-styles.ts';
import { tipOf } from './map-tooltips.ts';
import { fitBounds, latitudeAt, projector, worldX, worldY } from './mercator.ts';
import { readPlaces } from './places.ts';
import { radiusOf } from './point-sizes.ts';
import { quantileClasses } from './value-classes.ts';
import type { World } from './world.ts';

const latlong = { type: 'latlong', latCol: 'lat', lonCol: 'lon' } as const;

describe('a viewport', () => {
  it('is called by its place in degrees, minutes and seconds [EXP-051]', () => {
    const view = { longitude: -122.5083, latitude: 37.75, zoom: 1, bearing: 0, pitch: 0 };
    expect(viewportLabel(view)).toBe(`-122° 30' 30" | 37° 45' 0"`);
    expect(viewportLabel({ ...view, longitude: 59.9999 })).toBe(`60° 0' 0" | 37° 45' 0"`);
  });

  it('has zoom 1, bearing 0 and pitch 0 where nothing else is said [EXP-052]', () => {
    expect(readViewport({ longitude: 3, latitude: 4 })).toEqual({
      longitude: 3,
      latitude: 4,
      zoom: 1,
      bearing: 0,
      pitch: 0,
    });
    expect(readViewport({ longitude: 999, latitude: 'x', zoom: -3 })).toMatchObject({ longitude: 180, zoom: 0 });
    expect(readViewport('here')).toBeUndefined();
  });

  it('fits the data into its space', () => {
    const view = { ...fitBounds([-10, 40, 30, 60], { width: 600, height: 300 }), bearing: 0, pitch: 0 };
    const place = projector(view, { width: 600, height: 300 });
    for (const corner of [place(-10, 60), place(30, 40)]) {
      expect(corner[0]).toBeGreaterThanOrEqual(0);
      expect(corner[0]).toBeLessThanOrEqual(600);
      expect(corner[1]).toBeGreaterThanOrEqual(0);
      expect(corner[1]).toBeLessThanOrEqual(300);
    }
    expect(fitBounds([7, 50, 7, 50], { width: 600, height: 300 }).zoom).toBe(5);
    expect(latitudeAt(worldY(48.5))).toBeCloseTo(48.5, 9);
  });
});

describe('places', () => {
  it('are read from two columns; what has none is counted', () => {
    const table = tableFromRows([
      { lon: 13.4, lat: 52.5 },
      { lon: '2.35', lat: '48.86' },
      { lon: null, lat: 1 },
      { lon: 'north', lat: 'pole' },
      { lon: 181, lat: 0 },
    ]);
    const places = readPlaces(table, latlong);
    expect([...places.positions]).toEqual([13.4, 52.5, 2.35, 48.86]);
    expect([...places.rows]).toEqual([0, 1]);
    expect(places.faults).toEqual({ all: 5, empty: 1, unreadable: 1, outside: 1 });
    expect(places.bounds).toEqual([2.35, 48.86, 13.4, 52.5]);
  });

  it('are read from one column, and turned where asked', () => {
    const table = tableFromRows([{ at: '13.4,52.5' }, { at: 'POINT(7 51)' }, { at: '7' }, { at: '' }]);
    const delimited = { type: 'delimited', lonlatCol: 'at', reverseCheckbox: false } as const;
    expect([...readPlaces(table, delimited).positions]).toEqual([13.4, 52.5, 7, 51]);
    expect(readPlaces(table, delimited).faults).toMatchObject({ empty: 1, unreadable: 1 });
    const turned = readPlaces(table, { ...delimited, reverseCheckbox: true });
    expect([...turned.positions]).toEqual([52.5, 13.4, 51, 7]);
  });

  it('are read from geohashes', () => {
    const table = tableFromRows([{ hash: 'u4pruydqqvj' }, { hash: 'aaa' }]);
    const places = readPlaces(table, { type: 'geohash', geohashCol: 'hash', reverseCheckbox: false });
    expect(places.positions[0]).toBeCloseTo(10.40744, 4);
    expect(places.positions[1]).toBeCloseTo(57.64911, 4);
    expect(places.faults.unreadable).toBe(1);
    expect(geohashCell('u')).toEqual([0, 45, 45, 90]);
  });
});

describe('lines', () => {
  const read = (line: string | null, encoding: 'json' | 'polyline' | 'geohash' = 'json', isReversed = false) =>
    readLines(tableFromRows([{ line }]), 'line', { encoding, isReversed });

  it('are read from JSON, GeoJSON, polylines and geohashes', () => {
    expect(read('[[1,2],[3,4]]').lines).toEqual([
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ]);
    expect(read('{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}').lines).toHaveLength(
      1,
    );
    expect(read('[[1,2],[3,4]]', 'json', true).lines).toEqual([
      [
        [
          [2, 1],
          [4, 3],
        ],
      ],
    ]);
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
      [38.5, -120.2],
      [40.7, -120.95],
      [43.252, -126.453],
    ]);
    expect(read('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 'polyline').lines[0]?.[0]?.[0]).toEqual([-120.2, 38.5]);
    expect(read('u33', 'geohash').lines[0]?.[0]).toHaveLength(5);
  });

  it.each([
    ['[[1,2', 'unreadable'],
    ['{}', 'unreadable'],
    ['[[500,2],[3,4]]', 'outside'],
    [null, 'empty'],
    [`[${'[1,2],'.repeat(400_000)}[1,2]]`, 'unreadable'],
  ])('that are none are counted, too long ones unread: %.20s', (line, fault) => {
    const { lines, faults } = read(line);
    expect(lines).toEqual([]);
    expect(faults).toMatchObject({ all: 1, [fault]: 1 });
  });
});

describe('shapes of GeoJSON', () => {
  const read = (shape: unknown) => readShapes(tableFromRows([{ shape: JSON.stringify(shape) }]), 'shape');

  it('are taken apart with the features that they are of', () => {
    const shapes = read({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'a' },
          geometry: {
            type: 'MultiPoint',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          },
        },
        {
          type: 'Feature',
          properties: null,
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
              ],
            ],
          },
        },
      ],
    });
    expect(shapes.points.map(({ feature }) => feature)).toEqual([0, 0]);
    expect(shapes.areas.map(({ feature }) => feature)).toEqual([1]);
    expect(shapes.features[0]?.properties).toEqual({ name: 'a' });
    expect(shapes.bounds).toEqual([0, 0, 3, 4]);
  });

  it('that are broken, nested without end or outside of the world are counted and never thrown', () => {
    let deep: unknown = { type: 'Point', coordinates: [1, 2] };
    for (let at = 0; at < 50; at += 1) deep = { type: 'GeometryCollection', geometries: [deep] };
    expect(read(deep).faults.unreadable).toBe(1);
    expect(read({ type: 'Point', coordinates: [500, 2] }).faults.outside).toBe(1);
    expect(read({ type: 'Polygon', coordinates: 'none' }).faults.unreadable).toBe(1);
  });
});

describe('cells', () => {
  const table = tableFromRows(
    Array.from({ length: 400 }, (_, at) => ({ lon: (at % 20) - 10 + 0.3, lat: Math.floor(at / 20) + 40.2, v: at })),
  );
  const places = readPlaces(table, latlong);

  it.each(['hexagon', 'square'] as const)('hold each place once, inside of their edges: %s', (shape) => {
    const size = 0.01;
    const bins = binPlaces(places, shape, size);
    expect([...bins.members].sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, at) => at));
    for (let cell = 0; cell < bins.count; cell += 1) {
      expect(ringOfBin(bins, cell)).toHaveLength(shape === 'square' ? 4 : 6);
      for (const place of bins.members.subarray(bins.starts[cell], bins.starts[cell + 1])) {
        const dx = Math.abs(worldX(places.positions[place * 2]!) - bins.centers[cell * 2]!);
        const dy = Math.abs(worldY(places.positions[place * 2 + 1]!) - bins.centers[cell * 2 + 1]!);
        expect(Math.max(dx, dy)).toBeLessThanOrEqual(size * 1.0001 * (shape === 'square' ? 0.5 : 1));
      }
    }
  });

  it('come to sums and other aggregates of their places', () => {
    const bins = binPlaces(places, 'square', 4);
    const weights = Float64Array.from([Number.NaN, 1, 2, 3, 10, ...Array.from({ length: 395 }, () => Number.NaN)]);
    const of = (by: Parameters<typeof aggregateBins>[2]) =>
      [...aggregateBins(bins, weights, by)].filter((one) => one > 0)[0];
    expect([of('sum'), of('count'), of('mean'), of('min'), of('max'), of('median')]).toEqual([16, 4, 4, 1, 10, 2.5]);
    expect(of('variance')).toBeCloseTo(50 / 3, 9);
    expect(of('p99')).toBeCloseTo(9.79, 2);
  });

  it('are parted into classes that hold about as many of them', () => {
    const { edges, classOf } = quantileClasses([1, 1, 1, 1, 5, 9, 100], 3);
    expect(edges).toEqual([1, 5, 100]);
    expect([classOf(1), classOf(5), classOf(100), classOf(Number.NaN)]).toEqual([0, 1, 1, -1]);
  });
});

describe('contours', () => {
  const hill = { columns: 3, rows: 3, values: Float64Array.from([0, 0, 0, 0, 8, 0, 0, 0, 0]) };

  it('run where a value is passed', () => {
    const pieces = linesOf(hill, 4);
    expect(pieces).toHaveLength(4);
    for (const [x, y] of pieces.flat()) expect(Math.abs(x - 1) + Math.abs(y - 1)).toBeCloseTo(0.5, 9);
  });

  it('fill what lies between two values', () => {
    expect(bandsOf(hill, 2, 6)).toHaveLength(4);
    expect(bandsOf(hill, 9, 12)).toEqual([]);
  });
});

describe('tooltips', () => {
  const given = {
    table: tableFromRows([{ city: '<img src=x>', people: 11.25 }]),
    contents: [],
    template: '<div><b>{{city}}</b><br/>{{ people }} m</div><script>alert(1)</script>',
    locale: 'en',
    verboseNames: {},
  };

  it('put values into a template, of whose markup only the lines are left', () => {
    expect(tipOf(given, 0, { rows: [] }).lines).toEqual(['<img src=x>', '11.25 m', 'alert(1)']);
  });

  it('add the columns that the form names', () => {
    const tip = tipOf({ ...given, template: '', contents: ['people'] }, 0, { title: 'a', rows: [] });
    expect(tip).toEqual({ title: 'a', rows: [{ label: 'people', value: '11.25' }] });
  });
});

describe('sizes and grounds', () => {
  it('follow their unit: areas are those of the circle', () => {
    expect(radiusOf(Math.PI * 100, 'square_m', 2)).toBeCloseTo(20, 9);
    expect(radiusOf(3, 'radius_km', 1)).toBe(3000);
    expect(radiusOf(-4, 'radius_km', 1)).toBe(0);
  });

  it('are the configured tiles in place of coasts, borders and names, unless a form chooses its own', () => {
    const world: World = {
      land: { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: [] } },
      borders: { type: 'MultiLineString', coordinates: [] },
      names: { type: 'FeatureCollection', features: [] },
    };
    const own = ownStyle(world, lightChartTheme);
    const tiles = { address: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© Example' };
    const { sources, layers } = withTiles(own, tiles, lightChartTheme);
    expect(layers.map(({ id }) => id)).toEqual(['water', 'land', 'tiles']);
    expect(sources.tiles).toMatchObject({ type: 'raster', tiles: [tiles.address] });
    expect(own.sources).not.toHaveProperty('tiles');
    expect([ownMap, ownLight, ownDark].map(takesTiles)).toEqual([true, false, false]);
  });

  it('that older charts saved are the own map', () => {
    expect(modernMapStyle('mapbox://styles/mapbox/light-v9')).toBe(ownMap);
    expect(modernMapStyle('mapbox://styles/mapbox/dark-v9')).toBe(ownDark);
    expect(modernMapStyle('tile://https://a.basemaps.cartocdn.com/dark_all/{z}/{x}/{y}.png')).toBe(ownDark);
  });
});
