import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { pairChoices, plainChoices } from './choices.ts';
import { adhocFiltersControl, checkbox, groupbyControl, isShown, metricControl, rowLimitControl } from './controls.ts';
import { control, defineChart, defineForm, type FormOf, section, withControl, withoutControl } from './define.ts';
import type { ChartDefinition, ChartForm } from './definitions.ts';
import { controlValue } from './form-reading.ts';
import { baseQuery } from './queries.ts';

const donut = checkbox('donut', 'Donut');
const style = control({
  name: 'style',
  type: 'select',
  label: 'Style',
  default: 'flat',
  isClearable: false,
  choices: pairChoices([
    ['flat', 'Flat'],
    ['round', 'Round'],
  ]),
  changes: 'drawing',
});
const querySection = section({
  label: 'Query',
  tab: 'data',
  rows: [[groupbyControl], [metricControl], [adhocFiltersControl], [withControl(rowLimitControl, { default: 7 })]],
});
const form = defineForm([
  querySection,
  {
    label: 'Look',
    tab: 'customize',
    rows: [
      [donut, style],
      [{ name: 'hole', type: 'number', label: 'Hole', changes: 'drawing', isVisible: isShown(donut) }],
      [{ name: 'title', type: 'text', label: 'Title', default: 'Untitled', changes: 'drawing' }],
      [
        {
          name: 'pageSize',
          type: 'select',
          label: 'Page size',
          default: 10,
          isFreeForm: true,
          choices: plainChoices([10, 20]),
          changes: 'query',
        },
      ],
      [{ name: 'bounds', type: 'bounds', label: 'Bounds', changes: 'drawing' }],
    ],
  },
]);
type Form = FormOf<typeof form>;
const read = (fields: Readonly<Record<string, unknown>>) => form.read({ viz_type: 'x', ...fields });

describe('a declared form', () => {
  it('has a field for each control, of the type that the control holds', () => {
    expectTypeOf<Form['donut']>().toEqualTypeOf<boolean>();
    expectTypeOf<Form['style']>().toEqualTypeOf<'flat' | 'round'>();
    expectTypeOf<Form['hole']>().toEqualTypeOf<number | null>();
    expectTypeOf<Form['title']>().toEqualTypeOf<string>();
    expectTypeOf<Form['pageSize']>().toEqualTypeOf<number>();
    expectTypeOf<Form['bounds']>().toEqualTypeOf<readonly [number | null, number | null]>();
    expectTypeOf<Form['row_limit']>().toEqualTypeOf<number | null>();
    expectTypeOf<Form['time_range']>().toEqualTypeOf<string>();
  });

  it('does not compile where a key is misspelt', () => {
    const given = read({});
    // @ts-expect-error The control is `donut`.
    expect(given.donat).toBeUndefined();
    // @ts-expect-error The form of a rule is read by its controls, not by name.
    withControl(style, { isVisible: (context) => context.form.donat === true });
    withControl(style, { isVisible: (context) => controlValue(context, donut) });
    // @ts-expect-error A rule cannot depend on a control that is none.
    isShown('donat');
    defineChart({
      ...face,
      form,
      // @ts-expect-error The field is `groupby`.
      toQueries: (own) => [{ ...baseQuery(own), columns: [...(own.groupBy ?? [])] }],
      toModel: (_results, context) => context.form.donut,
      // @ts-expect-error `style` has no such choice.
      toOptions: (_model, context) => context.form.style === 'square',
    });
    // @ts-expect-error A section without a control has no field of it.
    expect(defineForm([withoutControl(querySection, metricControl)]).read({ viz_type: 'x' }).metric).toBeUndefined();
  });

  it('holds defaults for what is missing', () => {
    expect(read({})).toMatchObject({
      donut: false,
      style: 'flat',
      hole: null,
      title: 'Untitled',
      pageSize: 10,
      row_limit: 7,
      bounds: [null, null],
      groupby: [],
      metric: null,
      time_range: '',
    });
  });

  it('holds defaults for stored values that are none of their control', () => {
    const damaged = {
      donut: 'maybe',
      style: 'square',
      title: {},
      pageSize: 'many',
      row_limit: [],
      metric: 7,
      groupby: {},
    };
    expect(read(damaged)).toEqual({ ...read({}), groupby: [] });
  });

  it('reads what people and older charts wrote otherwise', () => {
    const written = {
      donut: 'true',
      hole: '0.5',
      pageSize: '25',
      groupby: 'city',
      bounds: ['1', ''],
      metric: ['revenue'],
    };
    expect(read(written)).toMatchObject({
      donut: true,
      hole: 0.5,
      pageSize: 25,
      groupby: ['city'],
      bounds: [1, null],
      metric: 'revenue',
    });
  });

  it('keeps an empty value where its control may be empty', () => {
    expect(read({ row_limit: null, hole: '', title: '' })).toMatchObject({ row_limit: null, hole: null, title: '' });
    expect(read({ style: null, pageSize: null })).toMatchObject({ style: 'flat', pageSize: 10 });
  });

  it('is what its types say whatever was stored, and reading it again changes nothing', () => {
    const names = ['donut', 'style', 'hole', 'title', 'pageSize', 'bounds', 'row_limit', 'groupby', 'metric'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue()), (fields) => {
        const own = read(fields);
        expect(typeof own.donut).toBe('boolean');
        expect(['flat', 'round']).toContain(own.style);
        expect(own.hole === null || Number.isFinite(own.hole)).toBe(true);
        expect(typeof own.title).toBe('string');
        expect(Number.isFinite(own.pageSize)).toBe(true);
        expect(own.bounds).toHaveLength(2);
        expect(Array.isArray(own.groupby)).toBe(true);
        expect(form.read({ ...own })).toEqual(own);
      }),
    );
  });

  it('leaves the stored form as it is', () => {
    const stored: ChartForm = Object.freeze({ viz_type: 'x', style: 'square', slice_id: 7 });
    expect(form.read(stored)).toBe(form.read(stored));
    expect(stored).toEqual({ viz_type: 'x', style: 'square', slice_id: 7 });
  });
});

const face = { key: 'x', name: 'X', description: '', category: '', tags: [], behaviors: [] };

describe('a declared chart', () => {
  it('takes stored forms from those who know nothing of its fields', () => {
    const charts: readonly ChartDefinition[] = [
      defineChart({
        ...face,
        form,
        toQueries: (own) => [{ ...baseQuery(own), columns: [...own.groupby] }],
        toModel: (_results, context) => context.form.style,
        toOptions: (model, context) => [model, context.form.title],
        undrawnOf: (model, own) => (own.donut ? { isAll: false, title: { text: model } } : null),
      }),
    ];
    const stored: ChartForm = { viz_type: 'x', groupby: 'city', style: 'gone', donut: true };
    const context = { form: stored, verboseNames: {}, columnFormats: {}, colorOf: () => '' };
    expect(charts[0]!.toQueries(stored)[0]?.columns).toEqual(['city']);
    expect(charts[0]!.toModel([], context)).toBe('flat');
    expect(charts[0]!.undrawnOf?.('flat', stored)).toEqual({ isAll: false, title: { text: 'flat' } });
  });
});
