import { readFileSync } from 'node:fs';
import { type ChartMap, darkChartTheme, lightChartTheme } from '@powerset/chart-kit';
import * as echarts from 'echarts';
import { describe, expect, it } from 'vitest';
import { type BaseMapGiven, drawBaseMap, mapColors, mostMarks } from './base-map.ts';
import { mapFiles } from './map-files.ts';
import { readMap } from './map-topology.ts';

const file = new URL('../../maps/world.json', import.meta.url);
const world: ChartMap = readMap(JSON.parse(readFileSync(file, 'utf8')));
const lisbon = [-9.14, 38.72] as const;
const paris = [2.35, 48.86] as const;

function draw(given: Partial<BaseMapGiven>) {
  const options = drawBaseMap({ world, marks: [], theme: lightChartTheme, width: 400, height: 300, ...given });
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 });
  chart.setOption({ ...options.option, animation: false });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return { ...options, svg };
}

describe('a map without WebGL', () => {
  it('has land, borders and water in the colours of either theme', () => {
    for (const theme of [lightChartTheme, darkChartTheme]) {
      const { svg } = draw({ theme });
      const { water, land, border } = mapColors(theme);
      for (const color of [water, land, border]) expect(svg).toContain(color);
    }
  });

  it('shows points, lines, areas and words where they are, the last on top', () => {
    const { svg, marks } = draw({
      marks: [
        { kind: 'line', path: [lisbon, paris], width: 2, color: '#111111' },
        { kind: 'area', rings: [[lisbon, paris, [10, 40]]], color: '#222222', stroke: '#333333' },
        { kind: 'point', at: lisbon, radius: 5, color: '#444444' },
        { kind: 'text', at: paris, text: 'Paris', size: 12, color: '#555555' },
      ],
    });
    expect(marks).toBe(4);
    const places = ['#111111', '#222222', '#444444', 'Paris'].map((sign) => svg.indexOf(sign));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('takes its bounds from the marks, or as given', () => {
    const point = { kind: 'point', at: lisbon, radius: 5, color: '#444444' } as const;
    const placeOf = (given: Partial<BaseMapGiven>) => {
      const [, x, y] = /<circle cx="([\d.]+)" cy="([\d.]+)"/.exec(draw(given).svg) ?? [];
      return [Number(x), Number(y)];
    };
    const [x, y] = placeOf({ marks: [point], bounds: [-19.14, 30, 0.86, 47] });
    expect(x).toBeGreaterThan(190);
    expect(x).toBeLessThan(212);
    expect(y).toBeGreaterThan(100);
    expect(y).toBeLessThan(200);
  });

  it('draws nothing far outside of a near view, and lines of the globe where coasts would be wrong by streets', () => {
    const country = draw({ bounds: [-10, 36, -6, 43] }).svg;
    const street = draw({ bounds: [-9.2, 38.7, -9.1, 38.8] }).svg;
    // Names of the drawing library's own are counted up from drawing to drawing.
    const places = country.replaceAll(/zr\d+(-\w+)*/g, '');
    expect(country.length).toBeLessThan(20_000);
    expect(street).not.toContain(mapColors(lightChartTheme).water);
    expect(Math.max(...[...places.matchAll(/-?\d+\.?\d*/g)].map(([number]) => Math.abs(Number(number))))).toBeLessThan(
      5000,
    );
  });

  it('draws so many marks and no more', () => {
    const point = { kind: 'point', at: lisbon, radius: 1, color: '#444444' } as const;
    const { marks } = drawBaseMap({
      ...{ world: undefined, theme: lightChartTheme, width: 400, height: 300 },
      marks: Array.from({ length: mostMarks + 5 }, () => point),
    });
    expect(marks).toBe(mostMarks);
  });
});

describe('the map of the world', () => {
  it('is among the files of the build and read once', async () => {
    const [first, second] = await Promise.all([mapFiles.load(['world']), mapFiles.load(['world', 'no-such-map'])]);
    expect(first.world).toBe(second.world);
    expect(Object.keys(second)).toEqual(['world']);
  });

  it('has no line across it: Russia and Fiji are cut at the antimeridian', () => {
    for (const name of ['Russia', 'Fiji']) {
      const { polygons } = world.areas.find((area) => area.name === name)!;
      const steps = polygons.flat().flatMap((ring) => ring.slice(1).map(([x], at) => Math.abs(x - ring[at]![0])));
      expect(Math.max(...steps), name).toBeLessThan(20);
      expect(polygons.length, name).toBeGreaterThan(1);
    }
  });
});
