import type { CellValue } from '@powerset/contract';

export type FlowRow = Readonly<Record<string, CellValue>>;

const links = [
  ['Search', 'Landing page', 18_400],
  ['Newsletter', 'Landing page', 7_200],
  ['Search', 'Product page', 9_600],
  ['Social media', 'Product page', 5_300],
  ['Direct', 'Home page', 11_800],
  ['Home page', 'Product page', 6_900],
  ['Home page', 'Left', 4_900],
  ['Landing page', 'Product page', 13_100],
  ['Landing page', 'Left', 12_500],
  ['Product page', 'Basket', 16_800],
  ['Product page', 'Left', 18_100],
  ['Basket', 'Order', 10_400],
  ['Basket', 'Left', 6_400],
] as const;

/** Visits of a shop from where they come to where they go, for the examples of charts of links. */
export function shopVisits(): readonly FlowRow[] {
  return links.map(([source, target, visits]) => ({ source, target, visits }));
}

const cities = ['Hamburg', 'Milan', 'Lyon', 'Prague', 'Porto', 'Vienna'];

/** Parcels between cities, both ways and within a city. */
export function parcels(): readonly FlowRow[] {
  return cities.flatMap((source, from) =>
    cities.map((target, to) => ({
      source,
      target,
      visits: from === to ? 120 + 30 * from : 90 + ((from * 7 + to * 13) % 11) * 62,
    })),
  );
}
