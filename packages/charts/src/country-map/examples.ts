import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const states =
  'CA 38.9 TX 30.5 FL 22.6 NY 19.6 PA 13 IL 12.5 OH 11.8 GA 11 NC 10.8 MI 10 NJ 9.3 VA 8.7 WA 7.8 AZ 7.4 TN 7.1 MA 7 IN 6.9 MO 6.2 MD 6.2 WI 5.9 CO 5.9 MN 5.7 SC 5.4 AL 5.1 LA 4.6 KY 4.5 OR 4.2 OK 4.1 CT 3.6 UT 3.4 IA 3.2 NV 3.2 AR 3.1 KS 2.9 MS 2.9 NM 2.1 NE 2 ID 2 WV 1.8 HI 1.4 NH 1.4 ME 1.4 MT 1.1 RI 1.1 DE 1 SD 0.9 ND 0.8 AK 0.7 VT 0.6 WY 0.6 DC 0.7';
const german =
  'NW 18.2 BY 13.4 BW 11.3 NI 8.1 HE 6.4 RP 4.2 SN 4.1 BE 3.8 SH 3 BB 2.6 ST 2.2 TH 2.1 HH 1.9 MV 1.6 SL 1 HB 0.7';
const french = 'IDF 12.3 ARA 8.2 OCC 6.1 NAQ 6.1 HDF 6 GES 5.6 PAC 5.1 PDL 3.9 BRE 3.4 NOR 3.3 BFC 2.8 CVL 2.6 20R 0.4';

function pairs(text: string, prefix: string): readonly { readonly part: string; readonly people: number }[] {
  const words = text.split(' ');
  return words.flatMap((word, index) =>
    index % 2 === 0 ? [{ part: `${prefix}${word}`, people: Number(words[index + 1]) }] : [],
  );
}

const base = { viz_type: 'country_map', entity: 'part', metric: 'people' };

export const examples: readonly ChartExample[] = [
  {
    name: 'people by state',
    form: { ...base, select_country: 'usa' },
    results: [tableFromRows(pairs(states, 'US-'))],
  },
  {
    name: 'people by Land, its codes without the country',
    form: { ...base, select_country: 'germany', linear_color_scheme: 'moss', number_format: ',.1f' },
    results: [tableFromRows(pairs(german, ''))],
  },
  {
    name: 'people by region',
    form: { ...base, select_country: 'france_regions', linear_color_scheme: 'ember' },
    results: [tableFromRows(pairs(french, 'FR-'))],
  },
  {
    name: 'by name, across the antimeridian',
    form: { ...base, select_country: 'russia', number_format: ',.2f' },
    results: [
      tableFromRows([
        { part: 'Sakha (Yakutia)', people: 0.98 },
        { part: 'RU-CHU', people: 0.05 },
        { part: 'RU-KDA', people: 5.8 },
        { part: 'RU-SVE', people: 4.3 },
        { part: 'RU-KYA', people: 2.86 },
        { part: 'RU-IRK', people: 2.37 },
        { part: 'RU-KHA', people: 1.29 },
        { part: 'RU-MUR', people: 0.67 },
        { part: 'RU-KGD', people: 1.03 },
      ]),
    ],
  },
  {
    name: 'change with values on both sides of zero',
    form: { ...base, metric: 'change', select_country: 'spain', linear_color_scheme: 'rustTeal', number_format: '.1%' },
    results: [
      tableFromRows(
        'M B V SE A MA MU C Z BI GC TF PM O'
          .split(' ')
          .map((part, index) => ({ part: `ES-${part}`, change: ((index * 5) % 13) / 40 - 0.14 })),
      ),
    ],
  },
  {
    name: 'hard: codes of nowhere, empty values and negatives',
    form: { ...base, select_country: 'italy_regions', number_format: ',.1f' },
    results: [
      tableFromRows([
        { part: 'IT-25', people: 10 },
        { part: 'IT-62', people: -5.7 },
        { part: 'IT-99', people: 3 },
        { part: null, people: 4 },
        { part: 'Sicily', people: null },
      ]),
    ],
  },
];
