import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = { viz_type: 'event_flow', granularity_sqla: 'at', entity: 'visitor', all_columns_x: 'event' };
const times = ['__timestamp'];
const start = Date.UTC(2026, 8, 1, 9);
const next: Readonly<Record<string, readonly string[]>> = {
  Home: ['Search', 'Search', 'Category', 'Offer', ''],
  Search: ['Product', 'Product', 'Search', ''],
  Category: ['Product', 'Product', 'Search', ''],
  Offer: ['Product', 'Cart', ''],
  Product: ['Cart', 'Product', 'Search', '', ''],
  Cart: ['Checkout', 'Checkout', 'Product', ''],
  Checkout: ['Order', 'Order', 'Order', ''],
  Order: [''],
};

/** Visits of a shop, each from its first page to where it ends. */
function visits(count: number, longest = 8) {
  return Array.from({ length: count }, (_, visitor) => {
    const rows = [];
    let event = visitor % 4 === 0 ? 'Offer' : 'Home';
    for (let step = 0; step < longest && event !== ''; step += 1) {
      const seed = visitor * 17 + step * 5;
      rows.push({
        __timestamp: start + visitor * 60_000 + step * (20_000 + Math.round(pseudoRandom(seed) * 90_000)),
        event,
        visitor: `v${visitor}`,
        device: pseudoRandom(visitor + 3) > 0.4 ? 'phone' : 'desktop',
      });
      const choices = next[event] ?? [''];
      event = choices[Math.floor(pseudoRandom(seed + 1) * choices.length)] ?? '';
    }
    return rows;
  }).flat();
}

export const examples: readonly ChartExample[] = [
  {
    name: 'visits of a shop',
    form: { ...base, all_columns: ['device'] },
    results: [tableFromRows(visits(400), times)],
  },
  {
    name: 'without what fewer than twenty did',
    form: { ...base, min_leaf_node_event_count: 20 },
    results: [tableFromRows(visits(400), times)],
  },
  {
    name: 'states of orders',
    form: { ...base, entity: 'order', all_columns_x: 'state' },
    results: [
      tableFromRows(
        Array.from({ length: 60 }, (_, order) =>
          [
            'created',
            'paid',
            order % 9 === 0 ? 'refunded' : 'packed',
            ...(order % 9 === 0 ? [] : ['sent', 'received']),
          ].map((state, step) => ({ __timestamp: start + order * 1000 + step * 86_400_000, state, order })),
        ).flat(),
        times,
      ),
    ],
  },
  { name: 'one visitor with one event', form: base, results: [tableFromRows(visits(1, 1), times)] },
  {
    name: 'nulls, equal times and a name that is no name',
    form: base,
    results: [
      tableFromRows(
        [
          { __timestamp: start, event: '<img src=x onerror=alert(1)>', visitor: 'a' },
          { __timestamp: start, event: null, visitor: 'a' },
          { __timestamp: null, event: '', visitor: 'b' },
          { __timestamp: start, event: 'Home', visitor: null },
          { __timestamp: start + 1, event: 'A name that is much longer than any bar would be wide', visitor: 'c' },
        ],
        times,
      ),
    ],
  },
  { name: 'thousands of long visits', form: base, results: [tableFromRows(visits(3000, 30), times)] },
];
