import { type ControlDefinition, emptyFormContext } from '@powerset/chart-kit';
import { chartDefinitions } from '@powerset/charts/definitions';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslator } from '../../../i18n/index.ts';
import { type Explore, ExploreProvider } from '../explore-context.tsx';
import { ColumnConfigControl } from './ColumnConfigControl.tsx';
import { ColumnConfigFields, type ConfiguredKind } from './ColumnConfigFields.tsx';

const form = { viz_type: 'table', groupby: ['city'], metrics: ['revenue', 'orders'] };
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

const listed = (configures?: ControlDefinition['configures']) => {
  const control: ControlDefinition = { name: 'x', label: 'X', changes: 'drawing', type: 'column-config' };
  const given = configures ? { ...control, configures } : control;
  const html = renderToStaticMarkup(
    <ExploreProvider value={explore}>
      <ColumnConfigControl control={given} value={{}} onChange={() => undefined} />
    </ExploreProvider>,
  );
  return [...html.matchAll(/([^<>]+)<\/button>/g)].map(([, text = '']) => text.trim());
};

const fieldsOf = (kind: ConfiguredKind, draft = {}, errors = {}) =>
  renderToStaticMarkup(<ColumnConfigFields draft={draft} errors={errors} kind={kind} change={() => undefined} />);

beforeAll(() => startTranslator('en'));

describe('what is configured one by one', () => {
  it('are the columns of a table, the metrics of a radar, the figures of a comparison', () => {
    expect(listed()).toEqual(['city', 'revenue', 'orders']);
    expect(listed('axes')).toEqual(['revenue', 'orders']);
    expect(listed('comparison')).toEqual(['Previous value', 'Delta', 'Percent change']);
  });

  it('has two ends where it is an axis, with what is wrong with them', () => {
    const html = fieldsOf('axes', { radarMetricMaxValue: 5 }, { radarMetricMinValue: 'is expected to be a number' });
    expect(html).toContain('Min');
    expect(html).toContain('value="5"');
    expect(html).toContain('is expected to be a number');
    expect(html).not.toContain('Text align');
  });

  it('has a name and two switches where it is a figure of a comparison', () => {
    const html = fieldsOf('comparison', { customColumnName: 'Plan', visible: false });
    expect(html).toContain('value="Plan"');
    expect(html).toContain('Display in chart');
    expect(html).toContain('Display type icon');
    expect(html.match(/checked=""/g)).toHaveLength(1);
  });
});
