const asked = 'apps/server/src/answers/currencies.ts';
const test = 'apps/server/src/features/chart-data/row-currencies.test.ts';
const kit = 'packages/chart-kit/src/automatic-currency.ts';
const kitTest = 'packages/chart-kit/src/automatic-currency.test.ts';
const drawnTest = 'packages/charts/src/shared/row-currency.test.ts';

/** The currency that rows name. */
export const currencyFeatures = [
  {
    file: asked,
    test,
    title: 'is told where all rows that pass the filters name one',
    what: 'the filters of a chart do not hold for its currency',
    find: 'const said = { filters, extras: kept,',
    put: 'const said = { extras: kept,',
  },
  {
    file: asked,
    test,
    title: 'is none where they name several, none, or what is no code',
    what: 'the first of several currencies is written with a sum of all',
    find: 'code !== undefined && others.length === 0 &&',
    put: 'code !== undefined &&',
  },
  {
    file: asked,
    test,
    title: 'is not missed by a chart whose dataset lost the column',
    what: 'a chart falls with the column of its currency',
    find: 'if (!columns.some(({ column_name: name }) => name === column)) return null;',
    put: '',
  },
  {
    file: kit,
    test: kitTest,
    title: 'is that of all answers of a chart that were asked for it',
    what: 'the first of several answers decides for all',
    find: 'return code !== undefined && others.length === 0 ? code : null;',
    put: 'return code ?? null;',
  },
  {
    file: 'packages/chart-kit/src/forms.ts',
    test: kitTest,
    title: 'is asked anew where a form begins to want it',
    what: 'a chart that begins to write a currency is not asked which',
    find: 'if (asksForCurrency(after) && !asksForCurrency(before)) return true;',
    put: '',
  },
  {
    file: 'packages/charts/src/shared/draw-chart.ts',
    test: drawnTest,
    title: 'charts write the currency that their rows name',
    what: 'a form is drawn without the currency of its rows',
    find: 'withRowsCurrency(completeForm(definition, input.form), code)',
    put: 'withRowsCurrency(completeForm(definition, input.form), null)',
  },
  {
    file: 'packages/charts/src/shared/table-options.ts',
    test: drawnTest,
    title: 'a table writes each row in the currency that it names itself',
    what: 'no row of a table has a currency of its own',
    find: 'isAutomatic(saidCurrency) ? context.codeAt(row) : null',
    put: 'null',
  },
];
