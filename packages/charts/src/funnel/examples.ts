import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const stepsTable = (rows: readonly (readonly [string | null, number | null])[]) =>
  tableFromRows(rows.map(([step, visitors]) => ({ step, visitors })));

const base = { viz_type: 'funnel', groupby: ['step'], metric: 'visitors', show_legend: false, label_type: 5 };

const shop = stepsTable([
  ['Visited the shop', 128_400],
  ['Looked at a product', 74_150],
  ['Put it into the basket', 22_930],
  ['Began to check out', 11_480],
  ['Paid', 8_215],
]);

export const examples: readonly ChartExample[] = [
  { name: 'from visit to payment', form: base, results: [shop] },
  {
    name: 'of the step before, side by side',
    form: { ...base, percent_calculation_type: 'prev_step', orientation: 'horizontal' },
    results: [shop],
  },
  {
    name: 'offers by state in euros, with a legend',
    form: {
      ...base,
      groupby: ['state'],
      metric: 'amount',
      label_type: 1,
      show_legend: true,
      gap: 0,
      currency_format: { symbol: 'EUR', symbolPosition: 'suffix' },
    },
    results: [
      tableFromRows([
        { state: 'Lead', amount: 4_820_000 },
        { state: 'Qualified', amount: 3_175_000 },
        { state: 'Offer', amount: 1_960_000 },
        { state: 'Negotiation', amount: 1_240_000 },
        { state: 'Won', amount: 790_500 },
      ]),
    ],
  },
  {
    name: 'applications, smallest first, as shares of the total',
    form: { ...base, funnel_sort: 'ascending', percent_calculation_type: 'total', label_type: 4 },
    results: [
      stepsTable([
        ['Applied', 940],
        ['Screened', 310],
        ['Interviewed', 96],
        ['Offered', 22],
        ['Hired', 17],
      ]),
    ],
  },
  {
    name: 'numbered steps of which one grows',
    form: { ...base, sort_by_metric: false, funnel_sort: 'name' },
    results: [
      stepsTable([
        ['2 Installed', 31_200],
        ['1 Downloaded', 48_900],
        ['3 Opened', 27_400],
        ['4 Came back', 29_100],
        ['10 Subscribed', 3_050],
      ]),
    ],
  },
  {
    name: 'hard: nothing, negative, zero and long names',
    form: { ...base, sort_by_metric: false, funnel_sort: 'none' },
    results: [
      stepsTable([
        ['Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', 9_000_000_000],
        ['<b>Second</b> & “third”', 2_400_000_000],
        [null, null],
        ['Returned', -120],
        ['Nobody came this far', 0],
        ['', 1],
      ]),
    ],
  },
  {
    name: 'hard: many steps',
    form: { ...base, row_limit: 100 },
    results: [stepsTable(Array.from({ length: 90 }, (_, at) => [`Step ${at + 1}`, Math.round(5000 * 0.95 ** at)]))],
  },
  {
    name: 'without dimensions',
    form: { ...base, groupby: [] },
    results: [tableFromRows([{ visitors: 128_400 }])],
  },
];
