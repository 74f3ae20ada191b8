import { readFileSync } from 'node:fs';
import { type ChartForm, type ChartMap, completeForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { ComponentType } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import type { AreaModel } from '../shared/area-model.ts';
import { toModelContext } from '../shared/draw-chart.ts';
import { mapFiles } from '../shared/map-files.ts';
import { readMap } from '../shared/map-topology.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { mappedCountries } from './countries.ts';
import { chart } from './index.ts';
import { clusterParts } from './part-clusters.ts';
import { partShapes } from './part-shapes.ts';
import { partFinder } from './parts.ts';
import { View } from './View.tsx';

let maps: Readonly<Record<string, ChartMap>> = {};
const fileOf = (key: string) => new URL(`../../maps/${key}.json`, import.meta.url);
beforeAll(() => {
  // All of them at once are read faster here than by the build's own loader.
  const read = (key: string) => readMap(JSON.parse(readFileSync(fileOf(key), 'utf8')));
  maps = Object.fromEntries(mappedCountries.map(({ key }) => [key, read(key)]));
});

const rows = [
  { part: 'US-CA', people: 38.9, orders: 3 },
  { part: 'TX', people: 30.5, orders: 9 },
  { part: 'florida', people: 22.6, orders: 5 },
];
const base = { viz_type: 'country_map', select_country: 'usa', entity: 'part', metric: 'people' };

function modelOf(data: readonly Record<string, CellValue>[], changes: object = {}) {
  const form = completeForm(chart, { ...base, ...changes } as ChartForm);
  const context = toModelContext(chart, { form, results: [], maps }, lightChartTheme);
  const model = chart.toModel([tableFromRows(data)], context) as AreaModel;
  return { model, undrawn: chart.undrawnOf?.(model, form) ?? null };
}

describe('the maps of countries', () => {
  it('are there for every country that can be chosen, each part with a code and a shape', () => {
    expect(mapFiles.names).toEqual(expect.arrayContaining(mappedCountries.map(({ key }) => key)));
    for (const { key, cca2 } of mappedCountries) {
      const areas = maps[key]?.areas ?? [];
      expect(areas.length, key).toBeGreaterThan(0);
      expect(areas.filter(({ polygons }) => polygons.length === 0).map(({ code }) => `${key} ${code}`)).toEqual([]);
      if (key !== 'turkey_regions')
        expect(
          areas.every(({ code }) => code.startsWith(`${cca2}-`)),
          key,
        ).toBe(true);
      expect(new Set(areas.map(({ code }) => code)).size, key).toBe(areas.length);
    }
  });

  it('hold the parts that the codes of ISO 3166-2 count to the country', () => {
    const codes = (key: string) => maps[key]!.areas.map(({ code }) => code);
    expect(codes('germany')).toHaveLength(16);
    expect(codes('france_regions').sort()).toEqual(
      'ARA BFC BRE CVL GES HDF IDF NAQ NOR OCC PAC PDL 20R'
        .split(' ')
        .map((part) => `FR-${part}`)
        .sort(),
    );
    expect(codes('turkey_regions')).toHaveLength(12);
    expect(codes('liberia')).toEqual(expect.arrayContaining(['LR-GP', 'LR-RG']));
    expect([codes('tajikistan'), codes('the_bahamas')]).toEqual([
      expect.arrayContaining(['TJ-RA']),
      expect.arrayContaining(['BS-NP']),
    ]);
    // Where the standard has no code for a part, its name finds it; these are all such countries.
    const uncoded = mappedCountries.filter(({ key }) => codes(key).some((code) => code.endsWith('~')));
    expect(uncoded.map(({ cca2 }) => cca2).join(' ')).toBe(
      'AX AS AI AQ AU AZ BA TD CN CO CK PF MX NC NZ MP NO RU PM SC SY TC AE VI VE',
    );
    expect(codes('ukraine')).toEqual(expect.arrayContaining(['UA-43', 'UA-40']));
    expect(codes('russia').some((code) => code.startsWith('UA-'))).toBe(false);
  });

  it('have far parts near the others, and Russia in one piece across the antimeridian', () => {
    const usa = partShapes(maps.usa!, 'usa');
    expect(usa.box[2] - usa.box[0]).toBeLessThan(1150);
    expect(usa.shapes.map(({ code }) => code)).toEqual(expect.arrayContaining(['US-AK', 'US-HI']));
    const russia = partShapes(maps.russia!, 'russia');
    const chukotka = russia.shapes.find(({ code }) => code === 'RU-CHU')!;
    const width = russia.box[2] - russia.box[0];
    expect(chukotka.box[2] - chukotka.box[0]).toBeLessThan(width / 3);
    expect(chukotka.center[0]).toBeGreaterThan(russia.box[0] + width / 2);
  });

  it('lay overseas parts aside, the mainland being where most parts are', () => {
    const [main = [], ...others] = clusterParts(maps.france_overseas!.areas);
    expect(main.some(({ code }) => code === 'FR-75')).toBe(true);
    expect(others.flat().map(({ code }) => code)).toContain('FR-GF');
  });
});

it('names no file but those of the countries, whatever a form holds', () => {
  const namesOf = (select_country: unknown) => chart.mapsOf?.(completeForm(chart, { ...base, select_country }));
  expect([namesOf('germany'), namesOf('../../package'), namesOf(null)]).toEqual([['germany'], [], []]);
});

describe('the parts of a country', () => {
  it('are found by code, by code without the country and by name', () => {
    const { model, undrawn } = modelOf(rows);
    expect(model.areas.map(({ code }) => code)).toEqual(['US-CA', 'US-TX', 'US-FL']);
    expect(undrawn).toBeNull();
    const spain = partFinder(maps.spain!, 'ES');
    expect([spain('es-b')?.code, spain('B')?.code, spain('MALAGA')?.code]).toEqual(['ES-B', 'ES-B', 'ES-MA']);
  });

  it('are counted where the country has none of such a code', () => {
    const { undrawn } = modelOf([...rows, { part: 'DE-BY', people: 1 }]);
    expect(undrawn).toMatchObject({ isAll: false, title: { values: { count: 1, all: 4, examples: 'DE-BY' } } });
    expect(modelOf([{ part: 'DE-BY', people: 1 }]).undrawn).toMatchObject({ isAll: true });
  });

  it('are asked for whole, whatever the usual limit of rows', () => {
    const [query] = chart.toQueries(completeForm(chart, base));
    expect(query).toMatchObject({ columns: ['part'], metrics: ['people'], row_limit: 50_000 });
  });
});

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'part', operator: '==', comparator: 'CA' };
const cases: ControlCases['cases'] = {
  select_country: { to: 'canada', choices: mappedCountries.map(({ key }) => key) },
  entity: { to: 'city' },
  metric: { to: 'orders' },
  adhoc_filters: { to: [filter] },
  number_format: { to: ',.2f' },
  currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
  linear_color_scheme: { to: 'moss' },
};

it.each(Object.keys(cases))('the control %s of a country map does what it says', (name) => {
  const given = {
    definition: chart,
    view: View as ComponentType<ChartViewProps>,
    form: base,
    results: [tableFromRows(rows)],
  };
  expect(faultsOf({ ...given, maps, cases }, name)).toEqual([]);
});
