import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = { viz_type: 'word_cloud', series: 'word', metric: 'mentions', sort_by_metric: true };

const spoken =
  'delivery price quality support return size color fit fast slow friendly broken refund gift package late early wrong great cheap expensive soft warm heavy light store online order invoice payment card app login email phone chat staff manager queue parking music smell clean dirty bright dark quiet loud garden kitchen lamp chair table sofa bed mattress pillow blanket mirror shelf box tape glue paint brush hammer drill screw nail saw ladder rope chain lock key door window curtain carpet tile grout plaster brick wood steel glass plastic rubber leather wool cotton linen silk';
const words = spoken.split(' ').map((word, at) => ({
  word,
  mentions: Math.round((4200 / (at + 1) ** 0.72) * (0.8 + 0.4 * pseudoRandom(at))),
}));

const countries = [
  'Germany',
  'France',
  'Italy',
  'Spain',
  'Poland',
  'Austria',
  'Norway',
  'Sweden',
  'Portugal',
  'Greece',
];

export const examples: readonly ChartExample[] = [
  { name: 'what customers mention', form: base, results: [tableFromRows(words.slice(0, 64))] },
  { name: 'level words', form: { ...base, rotation: 'flat' }, results: [tableFromRows(words.slice(0, 60))] },
  {
    name: 'turned at random, in one scheme',
    form: { ...base, rotation: 'random', color_scheme: 'orchard' },
    results: [tableFromRows(words.slice(0, 40))],
  },
  {
    name: 'ten countries by revenue',
    form: { ...base, size_from: 16, size_to: 56, rotation: 'flat' },
    results: [tableFromRows(countries.map((word, at) => ({ word, mentions: 1_000_000 / (at + 1) })))],
  },
  {
    name: 'hard: long names, scripts, nothing and below zero',
    form: base,
    results: [
      tableFromRows([
        { word: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', mentions: 900 },
        { word: '日本電信電話株式会社', mentions: 700 },
        { word: 'شركة الاتصالات', mentions: 650 },
        { word: '<b>bold</b>', mentions: 500 },
        { word: null, mentions: 300 },
        { word: '', mentions: 250 },
        { word: 'nothing', mentions: null },
        { word: 'returned', mentions: -20 },
        { word: 'zero', mentions: 0 },
      ]),
    ],
  },
  {
    name: 'hard: a thousand words',
    form: { ...base, row_limit: 1000 },
    results: [
      tableFromRows(
        Array.from({ length: 1000 }, (_, at) => ({
          word: `${words[at % words.length]?.word} ${at}`,
          mentions: Math.round(9000 / (at + 1)),
        })),
      ),
    ],
  },
  { name: 'one word', form: base, results: [tableFromRows([{ word: 'alone', mentions: 3 }])] },
];
