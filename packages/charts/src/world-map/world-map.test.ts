import {
  addFormatLocale,
  type ChartForm,
  completeForm,
  germanFormats,
  lightChartTheme,
  tableFromRows,
} from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { ComponentType } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { countries } from '../shared/country-facts.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import { mapFiles } from '../shared/map-files.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { type CountryModel, countryFinder } from './countries.ts';
import { chart } from './index.ts';
import { View } from './View.tsx';
import { worldShapes } from './world-shapes.ts';

type Maps = Awaited<ReturnType<typeof mapFiles.load>>;
let maps: Maps = {};
beforeAll(async () => {
  maps = await mapFiles.load(chart.mapsOf?.({ viz_type: 'world_map' }) ?? []);
});

const rows = [
  { code: 'DE', people: 83.25, product: 4456 },
  { code: 'FR', people: 64.75, product: 3031 },
  { code: 'MT', people: 0.5, product: 21 },
];
const base = { viz_type: 'world_map', entity: 'code', metric: 'people' };

interface Item {
  readonly code: string;
}

interface Drawing {
  readonly series: readonly {
    readonly id: string;
    readonly data: readonly Item[];
    readonly renderItem: (
      params: { dataIndex: number },
      api: { coord: (place: readonly number[]) => number[] },
    ) => Shape;
  }[];
  readonly tooltip: { readonly formatter: (hit: unknown) => string };
  readonly graphic: readonly { readonly style: { readonly text?: string } }[];
  readonly xAxis: { readonly min: number; readonly max: number };
}

interface Shape {
  readonly type: string;
  readonly shape?: { readonly r?: number; readonly pathData?: string };
  readonly style?: { readonly fill?: string; readonly opacity?: number };
  readonly children?: readonly Shape[];
}

function draw(changes: object = {}, data: readonly Record<string, CellValue>[] = rows, more: object = {}) {
  const form = completeForm(chart, { ...base, ...changes } as ChartForm);
  const context = toModelContext(chart, { form, results: [], maps, ...more }, lightChartTheme);
  const model = chart.toModel([tableFromRows(data)], context) as CountryModel;
  const space = { theme: lightChartTheme, width: 600, height: 400, ...more };
  const options = drawModel(chart, model, { context, space }) as { option: Drawing; statement: () => string };
  const shapeOf = (code: string, id = 'areas') => {
    const series = options.option.series.find((one) => one.id === id);
    const dataIndex = series?.data.findIndex((item) => item.code === code) ?? -1;
    return dataIndex < 0 ? undefined : series?.renderItem({ dataIndex }, { coord: ([x = 0, y = 0]) => [x, y] });
  };
  const fillOf = (code: string) => {
    const shape = shapeOf(code);
    return (shape?.children?.[0] ?? shape)?.style?.fill;
  };
  return { model, form, ...options, shapeOf, fillOf, undrawn: chart.undrawnOf?.(model, form) ?? null };
}

describe('what a country is called', () => {
  it.each([
    ['cca2', 'DE', 'de', ' De '],
    ['cca3', 'DEU', 'deu', 'DEU'],
    ['cioc', 'GER', 'ger', 'GER'],
    ['name', 'Germany', 'germany', 'Federal Republic of Germany'],
  ] as const)('is found by %s in any case', (type, ...values) => {
    for (const value of values) expect(countryFinder(type)(value)?.cca2).toBe('DE');
    expect(countryFinder(type)('nowhere')).toBeUndefined();
    expect(countryFinder(type)(null)).toBeUndefined();
  });

  it('is found by names with and without accents, signs and the saints in full', () => {
    const find = countryFinder('name');
    const names = ["Cote d'Ivoire", 'Türkiye', 'Turkey', 'St. Lucia', 'Trinidad & Tobago', 'Viet Nam', 'Korea, Rep.'];
    expect(names.map((name) => find(name)?.cca2)).toEqual(['CI', 'TR', 'TR', 'LC', 'TT', 'VN', 'KR']);
  });

  it('means one country alone', () => {
    for (const code of ['cca2', 'cca3', 'cioc', 'numeric'] as const) {
      const codes = countries.map((country) => country[code]).filter(Boolean);
      expect(new Set(codes).size, code).toBe(codes.length);
    }
    const shapes = worldShapes(maps.world!).shapes.map(({ code }) => code);
    expect(countries.filter(({ cca2 }) => !shapes.includes(cca2))).toEqual([]);
  });
});

describe('a map of the world', () => {
  it('colors countries by their values, the others as having none', () => {
    const { fillOf } = draw();
    expect(new Set(['DE', 'FR', 'MT', 'ES'].map(fillOf)).size).toBe(4);
    expect(fillOf('ES')).toBe(fillOf('BR'));
  });

  it('colors countries as themselves where asked to', () => {
    const { fillOf, option } = draw({ color_by: 'country' });
    expect(lightChartTheme.categorical).toContain(fillOf('DE'));
    expect(fillOf('DE')).not.toBe(fillOf('FR'));
    expect(option.graphic).toEqual([]);
  });

  it('gives a small country a mark that can be hit, a large one none', () => {
    const { shapeOf } = draw();
    expect(shapeOf('MT')?.children?.map(({ type }) => type)).toEqual(['path', 'circle']);
    expect(shapeOf('FR')?.type).toBe('path');
  });

  it('draws bubbles whose areas are as the second metric', () => {
    const { shapeOf, option } = draw({ show_bubbles: true, secondary_metric: 'product', max_bubble_size: '50' });
    const radius = (code: string) => shapeOf(code, 'bubbles')?.shape?.r ?? 0;
    expect(radius('DE')).toBe(50);
    expect((radius('DE') / radius('FR')) ** 2).toBeCloseTo(4456 / 3031);
    expect(option.series.find(({ id }) => id === 'bubbles')?.data.map(({ code }) => code)).toEqual(['DE', 'FR', 'MT']);
    expect(draw({ secondary_metric: 'product' }).option.series.map(({ id }) => id)).toEqual(['areas']);
  });

  it('shows Antarctica only where it has a value', () => {
    expect(draw().shapeOf('AQ')).toBeUndefined();
    const all = draw({}, [...rows, { code: 'AQ', people: 0.001 }]);
    expect(all.shapeOf('AQ')).toBeDefined();
  });

  it('says the scale, and the values of what is pointed at in the language of the reader', () => {
    addFormatLocale('de', germanFormats);
    const { option, statement } = draw({ y_axis_format: ',.1f' }, rows, { locale: 'de' });
    const words = option.graphic.map(({ style }) => style.text).filter(Boolean);
    expect(words).toEqual(['0,5', '83,3', 'people']);
    const dataIndex = option.series[0]?.data.findIndex(({ code }) => code === 'DE');
    const tip = option.tooltip.formatter({ seriesId: 'areas', dataIndex });
    expect(tip).toContain('Deutschland');
    expect(tip).toContain('83,3');
    expect(statement()).toContain('Deutschland');
  });

  it('dims what was not chosen', () => {
    const { shapeOf } = draw({}, rows, { selectedLabels: ['DE'] });
    expect([shapeOf('DE')?.style?.opacity, shapeOf('FR')?.style?.opacity]).toEqual([1, 0.3]);
  });
});

describe('rows that a map of the world does not show', () => {
  it('are counted and named', () => {
    const { undrawn } = draw({}, [...rows, { code: 'EU', people: 1 }, { code: null, people: 2 }]);
    expect(undrawn).toMatchObject({ isAll: false, title: { values: { count: 2, all: 5 } } });
    expect(String(undrawn?.title.values?.examples)).toContain('EU');
  });

  it('are all of them where the values are of another kind, which is offered', () => {
    const { undrawn } = draw({}, [
      { code: 'DEU', people: 83 },
      { code: 'FRA', people: 65 },
    ]);
    expect(undrawn).toMatchObject({ isAll: true, remedy: { changes: { country_fieldtype: 'cca3' } } });
  });

  it('are added up where two mean the same country and the metric adds up, and counted otherwise', () => {
    const double = [...rows, { code: 'de', people: 10, product: 1 }];
    const sums = draw({}, double, { answers: [{ limitReached: null, summable: ['people'] }] });
    expect(sums.model.areas.find(({ code }) => code === 'DE')).toMatchObject({ value: 93.25, keys: ['DE', 'de'] });
    expect(sums.undrawn).toBeNull();
    expect(draw({}, double).undrawn?.title.values).toEqual({ count: 1 });
  });

  it('may be missing beyond the row limit', () => {
    const answers = [{ limitReached: 3, summable: [] }];
    expect(draw({}, rows, { answers }).undrawn?.title.values).toEqual({ limit: 3 });
  });
});

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'code', operator: '==', comparator: 'DE' };
const bubbles = { show_bubbles: true, secondary_metric: 'product' };
const byCountry = { color_by: 'country' };
const cases: ControlCases['cases'] = {
  entity: { to: 'city' },
  country_fieldtype: { to: 'name', choices: ['name', 'cioc', 'cca2', 'cca3'] },
  metric: { to: 'product' },
  adhoc_filters: { to: [filter] },
  row_limit: { to: 10 },
  sort_by_metric: { to: false },
  show_bubbles: { to: true, form: { secondary_metric: 'product' } },
  secondary_metric: { to: 'product', form: { show_bubbles: true } },
  max_bubble_size: { to: '10', form: bubbles, choices: ['5', '10', '15', '25', '50', '75', '100'] },
  color_picker: { to: { r: 200, g: 0, b: 0, a: 1 }, form: bubbles },
  color_by: { to: 'country', choices: ['metric', 'country'] },
  linear_color_scheme: { to: 'moss', hiddenBy: byCountry },
  color_scheme: { to: 'harbour', form: byCountry, hiddenBy: {} },
  y_axis_format: { to: ',.2f' },
  currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
};

it.each(Object.keys(cases))('the control %s of a world map does what it says', (name) => {
  const given = {
    definition: chart,
    view: View as ComponentType<ChartViewProps>,
    form: base,
    results: [tableFromRows(rows)],
  };
  expect(faultsOf({ ...given, maps, cases }, name)).toEqual([]);
});
