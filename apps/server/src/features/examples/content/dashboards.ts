import type { Block } from './layout.ts';

export interface ExampleFilter {
  readonly id: string;
  readonly name: string;
  readonly type: 'filter_time' | 'filter_select' | 'filter_range';
  readonly table?: string;
  readonly column?: string;
  /** The time range that is set at first. */
  readonly range?: string;
}

export interface ExampleDashboard {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly charts: readonly string[];
  readonly content: readonly (readonly Block[])[] | Readonly<Record<string, readonly (readonly Block[])[]>>;
  readonly filters: readonly ExampleFilter[];
}

/** A row of charts: `key:width` each, all of one height. */
function row(height: number, ...charts: readonly string[]): readonly Block[] {
  return charts.map((text) => {
    const [chart = '', width] = text.split(':');
    return { chart, width: Number(width), height };
  });
}

const note = `### How to read this page
Revenue is net of discounts. A day belongs to the market in which the order was placed. Big numbers add up the last **four weeks** of the chosen time; ratios are their average.`;

const sales = {
  Overview: [
    row(11, 'revenue:3', 'orders:3', 'order-value:3', 'return-rate:3'),
    row(31, 'weekly-revenue:7', 'categories:5'),
    row(28, 'channels:4', 'countries:4', 'returning:4'),
    row(34, 'top-products:12'),
  ],
  Products: [row(36, 'category-months:7', 'payment:5'), row(38, 'category-channels:7', 'discounts:5')],
  Regions: [row(50, 'country-quarters:12'), row(44, 'cities:8'), [{ markdown: note, width: 12, height: 14 }]],
  Fulfilment: [row(32, 'returns-month:7', 'return-reasons:5'), row(34, 'return-rate-category:12')],
};

const traffic = [
  row(11, 'sessions:3', 'conversion:3', 'bounce:3', 'pages:3'),
  row(32, 'devices:8', 'sources:4'),
  row(30, 'conversion-device:6', 'spend:6'),
  row(34, 'source-device:6', 'countries-web:6'),
];

function chartsOf(content: ExampleDashboard['content']): readonly string[] {
  const rows = Array.isArray(content) ? content : Object.values(content).flat();
  return rows.flat().flatMap((block: Block) => ('chart' in block ? [block.chart] : []));
}

export const exampleDashboards: readonly ExampleDashboard[] = [
  {
    title: 'Sales overview',
    slug: 'sales',
    description: 'Revenue, orders and returns of the example shop',
    charts: chartsOf(sales),
    content: sales,
    filters: [
      { id: 'NATIVE_FILTER-order-date', name: 'Order date', type: 'filter_time', range: 'Last year' },
      {
        id: 'NATIVE_FILTER-segment',
        name: 'Customer segment',
        type: 'filter_select',
        table: 'orders',
        column: 'customer_segment',
      },
      { id: 'NATIVE_FILTER-channel', name: 'Sales channel', type: 'filter_select', table: 'orders', column: 'channel' },
      { id: 'NATIVE_FILTER-country', name: 'Country', type: 'filter_select', table: 'orders', column: 'country' },
      {
        id: 'NATIVE_FILTER-unit-price',
        name: 'Unit price',
        type: 'filter_range',
        table: 'orders',
        column: 'unit_price',
      },
    ],
  },
  {
    title: 'Web traffic',
    slug: 'traffic',
    description: 'Visits, conversion and marketing of the example shop',
    charts: chartsOf(traffic),
    content: traffic,
    filters: [
      { id: 'NATIVE_FILTER-visit-date', name: 'Date', type: 'filter_time', range: 'Last year' },
      { id: 'NATIVE_FILTER-device', name: 'Device', type: 'filter_select', table: 'web_sessions', column: 'device' },
      { id: 'NATIVE_FILTER-source', name: 'Source', type: 'filter_select', table: 'web_sessions', column: 'source' },
    ],
  },
];
