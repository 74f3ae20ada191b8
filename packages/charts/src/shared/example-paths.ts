/** Rows of several dimensions for the examples of charts of parts. */
export interface PlaceRow extends Readonly<Record<string, string | number>> {
  readonly region: string;
  readonly country: string;
  readonly channel: string;
  readonly revenue: number;
  readonly orders: number;
}

const places: readonly (readonly [string, readonly (readonly [string, number])[]])[] = [
  [
    'Europe',
    [
      ['Germany', 846],
      ['France', 512],
      ['Italy', 301],
      ['Spain', 244],
      ['Netherlands', 143],
      ['Malta', 18],
    ],
  ],
  [
    'Americas',
    [
      ['United States', 1210],
      ['Canada', 264],
      ['Brazil', 188],
      ['Mexico', 131],
    ],
  ],
  [
    'Asia',
    [
      ['Japan', 402],
      ['India', 287],
      ['Korea', 176],
      ['Singapore', 92],
    ],
  ],
  [
    'Africa',
    [
      ['South Africa', 121],
      ['Kenya', 46],
      ['Morocco', 38],
    ],
  ],
];
const channels: readonly (readonly [string, number])[] = [
  ['Web', 0.52],
  ['Store', 0.33],
  ['Partner', 0.15],
];

/** Revenue in thousands and orders by region, country and channel. */
export function salesByPlace(): readonly PlaceRow[] {
  return places.flatMap(([region, countries], area) =>
    countries.flatMap(([country, thousands], place) =>
      channels.map(([channel, share], way) => ({
        region,
        country,
        channel,
        revenue: Math.round(thousands * 1000 * share),
        orders: Math.round(thousands * share * (8 + ((area * 3 + place + way * 2) % 6))),
      })),
    ),
  );
}
