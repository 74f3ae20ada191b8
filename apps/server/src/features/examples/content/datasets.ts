/** A dataset of the example data: its table, what its columns are called, and its saved metrics. */
export interface ExampleDataset {
  readonly table: string;
  readonly description: string;
  readonly mainTemporalColumn: string | null;
  readonly metrics: readonly ExampleMetric[];
}

interface ExampleMetric {
  readonly name: string;
  readonly label: string;
  readonly expression: string;
  readonly format?: string;
  readonly isMoney?: boolean;
  readonly description?: string;
}

const percent = ',.1%';

/** What columns that stand in tables and legends are called. */
export const columnLabels: Readonly<Record<string, string>> = {
  category: 'Category',
  channel: 'Channel',
  city: 'City',
  country: 'Country',
  customer_segment: 'Customer segment',
  device: 'Device',
  payment_method: 'Payment method',
  product: 'Product',
  promotion: 'Promotion',
  reason: 'Reason',
  source: 'Source',
};

export const exampleDatasets: readonly ExampleDataset[] = [
  {
    table: 'orders',
    description: 'Every order of the shop in the last three years, with customer, product and channel',
    mainTemporalColumn: 'ordered_at',
    metrics: [
      {
        name: 'revenue',
        label: 'Revenue',
        expression: 'SUM(revenue)',
        isMoney: true,
        description: 'Net of discounts, before returns',
      },
      { name: 'orders', label: 'Orders', expression: 'COUNT(*)' },
      { name: 'avg_order_value', label: 'Average order value', expression: 'SUM(revenue) / COUNT(*)', isMoney: true },
      {
        name: 'return_rate',
        label: 'Return rate',
        expression: 'AVG(CASE WHEN is_returned THEN 1.0 ELSE 0 END)',
        format: percent,
      },
      { name: 'gross_margin', label: 'Gross margin', expression: 'SUM(margin)', isMoney: true },
      {
        name: 'margin_rate',
        label: 'Margin rate',
        expression: 'SUM(margin) / NULLIF(SUM(revenue), 0)',
        format: percent,
      },
      { name: 'customers', label: 'Customers', expression: 'COUNT(DISTINCT customer_id)' },
      { name: 'items', label: 'Items sold', expression: 'SUM(quantity)' },
    ],
  },
  {
    table: 'web_sessions',
    description: 'Visits to the web shop',
    mainTemporalColumn: 'started_at',
    metrics: [
      { name: 'sessions', label: 'Sessions', expression: 'COUNT(*)' },
      {
        name: 'conversion_rate',
        label: 'Conversion rate',
        expression: 'AVG(CASE WHEN is_converted THEN 1.0 ELSE 0 END)',
        format: ',.2%',
      },
      {
        name: 'bounce_rate',
        label: 'Bounce rate',
        expression: 'AVG(CASE WHEN is_bounce THEN 1.0 ELSE 0 END)',
        format: percent,
      },
      { name: 'pages_per_session', label: 'Pages per session', expression: 'AVG(pages)', format: ',.2f' },
      { name: 'conversions', label: 'Conversions', expression: 'SUM(CASE WHEN is_converted THEN 1 ELSE 0 END)' },
      { name: 'avg_duration', label: 'Average duration (s)', expression: 'AVG(duration_s)', format: ',.0f' },
    ],
  },
  {
    table: 'marketing_spend',
    description: 'What was spent on each advertising channel, day by day',
    mainTemporalColumn: 'day',
    metrics: [
      { name: 'spend', label: 'Spend', expression: 'SUM(spend)', isMoney: true },
      { name: 'clicks', label: 'Clicks', expression: 'SUM(clicks)' },
      {
        name: 'cost_per_click',
        label: 'Cost per click',
        expression: 'SUM(spend) / NULLIF(SUM(clicks), 0)',
        isMoney: true,
      },
      {
        name: 'click_rate',
        label: 'Click rate',
        expression: 'SUM(clicks) * 1.0 / NULLIF(SUM(impressions), 0)',
        format: ',.2%',
      },
    ],
  },
  {
    table: 'returns',
    description: 'Returned orders with the reason that the customer gave',
    mainTemporalColumn: 'returned_at',
    metrics: [
      { name: 'returns', label: 'Returns', expression: 'COUNT(*)' },
      { name: 'refunds', label: 'Refunds', expression: 'SUM(refund)', isMoney: true },
    ],
  },
  {
    table: 'customers',
    description: 'Customers with their city and its coordinates',
    mainTemporalColumn: 'signed_up_on',
    metrics: [{ name: 'count', label: 'Customers', expression: 'COUNT(*)' }],
  },
  {
    table: 'products',
    description: 'The assortment with prices and costs',
    mainTemporalColumn: 'launched_on',
    metrics: [{ name: 'count', label: 'Products', expression: 'COUNT(*)' }],
  },
  {
    table: 'stores',
    description: 'Stores with their coordinates',
    mainTemporalColumn: 'opened_on',
    metrics: [{ name: 'count', label: 'Stores', expression: 'COUNT(*)' }],
  },
  {
    table: 'edge_cases',
    description:
      'Values that break careless software: Unicode, big integers, exact decimals, time zones, nothing at all',
    mainTemporalColumn: 'at_time',
    metrics: [{ name: 'count', label: 'Rows', expression: 'COUNT(*)' }],
  },
];
