import { type ControlDefinition, emptyFormContext } from '@powerset/chart-kit';
import { chartDefinitions } from '@powerset/charts/definitions';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeLanguage, startTranslator } from '../../../i18n/index.ts';
import { type Explore, ExploreProvider } from '../explore-context.tsx';
import type { ExploreMetric } from '../model/dataset.ts';
import { annotationOpacities, annotationStyleLabels } from './annotation-draft.ts';
import { ControlField } from './ControlField.tsx';
import { wordsOfValue } from './RuleEditor.tsx';
import { SelectField } from './SelectField.tsx';

afterAll(() => changeLanguage('en'));

const form = { viz_type: 'table' };
const explore: Explore = {
  dataset: { id: 1, type: 'table', name: 'orders', columns: [], metrics: [] },
  // Any definition does: the control is drawn without it.
  definition: chartDefinitions[0]!,
  formContext: emptyFormContext,
  context: { ...emptyFormContext, form },
  form,
  problems: [],
  isTried: true,
  isSettling: false,
  setField: () => undefined,
  setFields: () => undefined,
  newName: () => 'option',
  dashboard: null,
  lostNames: [],
  findColumn: () => undefined,
};
const draw = (control: object, value?: unknown) =>
  renderToStaticMarkup(
    <ExploreProvider value={{ ...explore, form: { ...form, x: value } }}>
      <ControlField
        control={{ name: 'x', label: 'X', changes: 'query', type: 'text', ...control } as ControlDefinition}
      />
    </ExploreProvider>,
  );

beforeAll(() => startTranslator('en'));
afterEach(() => vi.restoreAllMocks());

describe('a control of the panel', () => {
  it('of an unknown type says so in the console and draws nothing [CTL-022]', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(draw({ type: 'text' })).toContain('<input');
    expect(warn).not.toHaveBeenCalled();
    expect(draw({ type: 'crystal-ball' })).toBe('');
    expect(warn).toHaveBeenCalledWith('Control x has the unknown type crystal-ball.');
  });

  it('says where a map looks in degrees, minutes and seconds [EXP-051]', () => {
    const viewport = { longitude: -122.5, latitude: 37.75, zoom: 3, bearing: 0, pitch: 0 };
    expect(draw({ type: 'viewport' }, viewport)).toContain('-122° 30&#x27; 0&quot; | 37° 45&#x27; 0&quot;');
  });

  it('asks for the columns of a place in three ways', () => {
    expect(draw({ type: 'spatial' }, { type: 'latlong', latCol: 'a', lonCol: 'b' })).not.toContain('Reverse lat/long');
    const hash = draw({ type: 'spatial' }, { type: 'geohash', geohashCol: 'a' });
    expect(hash).toContain('aria-label="Geohash"');
    expect(hash).toContain('Reverse lat/long');
  });

  it('has a row of numbers and a color for each breakpoint', () => {
    const one = { minValue: 1, maxValue: 2.5, color: { r: 255, g: 0, b: 0, a: 1 } };
    const drawn = draw({ type: 'color-breakpoints' }, [one]);
    expect(drawn).toContain('value="#ff0000"');
    expect(drawn).toContain('value="2.5"');
    expect(drawn).toContain('Add a breakpoint');
    expect(draw({ type: 'contours' }, [{ lowerThreshold: 4, color: one.color, strokeWidth: 1 }])).toContain(
      'Add a contour',
    );
  });

  it('marks filters, metrics and columns that the dataset lacks [CTL-020] [CTL-021]', () => {
    const filter = { expressionType: 'SIMPLE', subject: 'gone', operatorId: 'EQUALS', comparator: 1, clause: 'WHERE' };
    const might = (thing: string) => `This ${thing} might be incompatible with current dataset`;
    expect(draw({ type: 'filters' }, [filter])).toContain(might('filter'));
    expect(draw({ type: 'metrics' }, ['gone'])).toContain(might('metric'));
    expect(draw({ type: 'columns' }, ['gone'])).toContain(might('column'));
    const free = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' };
    expect(draw({ type: 'filters' }, [free])).not.toContain('incompatible');
    expect(draw({ type: 'columns' }, [{ label: 'b', sqlExpression: 'a + 1' }])).not.toContain('incompatible');
  });

  it('marks nothing that the dataset has [CTL-020]', () => {
    const metric = { metric_name: 'count', verbose_name: null, expression: 'COUNT(*)' } as ExploreMetric;
    const dataset = { ...explore.dataset, metrics: [metric] };
    const known = renderToStaticMarkup(
      <ExploreProvider value={{ ...explore, dataset, form: { ...form, x: ['count'] } }}>
        <ControlField control={{ name: 'x', label: 'X', changes: 'query', type: 'metrics' } as ControlDefinition} />
      </ExploreProvider>,
    );
    expect(known).toContain('count');
    expect(known).not.toContain('incompatible');
    expect(draw({ type: 'metrics' }, ['count'])).toContain('incompatible');
  });

  it('shows metrics and filters as labels that can be removed, with their warning [MET-013]', () => {
    const filter = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' };
    expect(draw({ type: 'filters' }, [filter])).toMatch(/a &gt; 1.*aria-label="Remove a &gt; 1"/);
    expect(draw({ type: 'metrics' }, ['gone'])).toMatch(
      /role="img" aria-label="This metric might.*aria-label="Remove gone"/,
    );
  });

  it('speaks the language in force: its label, its explanation and its choices', async () => {
    await changeLanguage('de');
    const control = chartDefinitions
      .flatMap((chart) => chart.sections.flatMap((section) => section.rows.flat()))
      .find((one) => one.name === 'query_mode');
    const drawn = draw(control ?? {});
    await changeLanguage('en');
    expect(drawn).toContain('Abfrageart');
    expect(drawn).toContain('Einzelne Datensätze');
    expect(drawn).not.toContain('Query mode');
    expect(draw(control ?? {})).toContain('Raw records');
  });

  it('shows numbers with the decimal sign of the language, and says there what is none', async () => {
    await changeLanguage('de');
    const drawn = draw({ type: 'number' }, 1.5);
    const bounds = draw({ type: 'bounds' }, [-0.5, null]);
    const wrong = draw({ type: 'number' }, 'zehn');
    await changeLanguage('en');
    expect(drawn).toContain('value="1,5"');
    expect(bounds).toContain('value="-0,5"');
    expect(wrong).toContain('muss eine Zahl sein');
    expect(draw({ type: 'number' }, 1.5)).toContain('value="1.5"');
  });

  it('leaves the names of columns as they are, even where a text of the interface reads the same', async () => {
    await changeLanguage('de');
    const name = { value: 'error', label: 'error' };
    const ofDataset = draw({ type: 'radio', choices: () => [name] }, 'error');
    const ofInterface = draw({ type: 'radio', choices: [name] }, 'error');
    await changeLanguage('en');
    expect(ofDataset).toContain('>error<');
    expect(ofInterface).toContain('>Fehler<');
  });

  it('names how a layer is drawn in the language, and its opacity also where that is full', async () => {
    const field = (value: string, choices: readonly (readonly [string, string])[]) =>
      renderToStaticMarkup(
        <SelectField
          label="X"
          value={value}
          choices={choices.map(([one, label]) => ({ value: one, label }))}
          onChange={() => undefined}
        />,
      );
    await changeLanguage('de');
    const drawn = [
      field('', annotationOpacities),
      ...Object.keys(annotationStyleLabels).map((one) => field(one, Object.entries(annotationStyleLabels))),
    ];
    await changeLanguage('en');
    for (const [at, word] of ['Voll', 'Durchgezogen', 'Gestrichelt', 'Gepunktet', 'Lange Striche'].entries())
      expect(drawn[at]).toContain(word);
  });

  it('of colours by rules says quietly what a new rule needs, and what is wrong once it was typed', () => {
    const rule = { column: 'amount', colorScheme: '#ACE1C4', operator: '>' };
    expect(wordsOfValue(rule, 'targetValue')).toEqual({ note: 'Required' });
    expect(wordsOfValue({ ...rule, targetValue: undefined }, 'targetValue').error).toBe('Required');
    expect(wordsOfValue({ ...rule, targetValue: 'ten' }, 'targetValue')).toEqual({ error: 'A number is expected' });
    expect(wordsOfValue({ ...rule, targetValue: 10 }, 'targetValue').error).toBeUndefined();
  });

  it('that is hidden draws nothing and says nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(draw({ type: 'hidden' })).toBe('');
    expect(warn).not.toHaveBeenCalled();
  });
});
