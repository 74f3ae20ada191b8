import { lightChartTheme } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
// The tool is plain JavaScript so that it runs without a build.
import { catalogueCodes, pictureTexts } from '../../../web/tools/extract-texts.mjs';
import { packTable } from '../packed/index.ts';
import { paintChart } from './paint-chart.ts';
import type { PicturedChart } from './picture-task.ts';
import { addPictureLanguages, pictureLanguage, translatorOf } from './picture-words.ts';
import { openSurface } from './surface.ts';
import own from './texts-de.json' with { type: 'json' };

addPictureLanguages();

const place = { x: 0, y: 0, width: 400, height: 240 };
const nothing: PicturedChart = {
  ...{ kind: 'chart', place, title: null, form: { viz_type: 'pie', groupby: ['region'], metric: 'revenue' } },
  ...{ tables: [], answers: [], timeBounds: null, isPlugin: false, failure: null },
  names: { verboseNames: {}, columnFormats: {}, currencies: {} },
};

function toTable(regions: readonly CellValue[], revenues: readonly CellValue[]): ResultTable {
  const columns = [
    { name: 'region', type: 'string', nativeType: 'VARCHAR', values: regions },
    { name: 'revenue', type: 'number', nativeType: 'DOUBLE', values: revenues },
  ] as const;
  return { columns, rowCount: regions.length };
}

/** What is written into a picture in a language. */
function wordsIn(locale: string, change: Partial<PicturedChart>): string {
  const { pen } = openSurface(place.width, place.height, 1);
  const texts: string[] = [];
  const fillText = pen.fillText.bind(pen);
  pen.fillText = (text, x, y) => {
    texts.push(text);
    fillText(text, x, y);
  };
  const space = { theme: lightChartTheme, scale: 1, now: 0, width: place.width, height: place.height };
  paintChart(pen, { ...nothing, ...change }, { ...space, locale, translate: translatorOf(locale) });
  return texts.join(' ');
}

describe('what a picture says', () => {
  it('is in the language of whom it is drawn for: that there is nothing, and why', () => {
    const empty = { tables: [packTable(toTable([], []))] };
    expect([wordsIn('en', empty), wordsIn('de', empty)]).toEqual(['No data', 'Keine Daten']);
    const unknown = { form: { viz_type: 'unheard_of' } };
    expect(wordsIn('de', unknown)).toBe('Diese Diagrammart kann nicht gezeichnet werden: unheard_of');
    const failed = { failure: 'This chart could not be drawn' };
    expect(wordsIn('de', failed)).toBe('Dieses Diagramm konnte nicht gezeichnet werden');
    const refused = { failure: 'Columns missing in dataset: ["nowhere"]\nno such column: a' };
    expect(wordsIn('en', refused)).toBe('Columns missing in dataset: ["nowhere"] no such column: a');
    expect(wordsIn('de', refused)).toBe('Diese Spalten fehlen im Datensatz: ["nowhere"] no such column: a');
  });

  it('is in that language where the chart has words and numbers of its own', () => {
    const form = { viz_type: 'pie', groupby: ['region'], metric: 'revenue', label_type: 'key', show_legend: false };
    const rows = toTable(['EU', 'US'], [1.5, 2]);
    const table = { viz_type: 'table', query_mode: 'aggregate', groupby: ['region'], metrics: ['revenue'] };
    expect(wordsIn('en', { form: table, tables: [packTable(rows)] })).toContain('1.5');
    expect(wordsIn('de', { form: table, tables: [packTable(rows)] })).toContain('1,5');
    const negative = { form, tables: [packTable(toTable(['EU'], [-1]))] };
    expect(wordsIn('en', negative)).toBe('A pie cannot show values of zero or less');
    expect(wordsIn('de', negative)).toBe(own['A pie cannot show values of zero or less']);
    expect(wordsIn('de', negative)).toContain('Werte');
  });

  it('leaves what nobody has translated, and names of columns that objects have by themselves', () => {
    expect(translatorOf('de')('Net of {{tax}}', { tax: 7 })).toBe('Net of 7');
    expect(translatorOf('de')('constructor')).toBe('constructor');
    expect(translatorOf('it')('No data')).toBe('No data');
  });
});

describe('the language of a picture', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['it-IT, de;q=0.8, en;q=0.5', 'de'],
    ['pt-BR', 'pt'],
    ['en-GB, de', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('of %s is %s', (names, language) => {
    expect(pictureLanguage(names)).toBe(language);
  });

  it.each(catalogueCodes)('has every word that the interface has for charts in %s', async (code) => {
    const [own, whole] = await Promise.all([
      import(`./texts-${code}.json`, { with: { type: 'json' } }),
      import(`../../../web/src/i18n/${code}.json`, { with: { type: 'json' } }),
    ]);
    expect(own.default, 'run `node apps/web/tools/extract-texts.mjs`').toEqual(pictureTexts(whole.default));
  });

  it('has two words where English has one, by what is meant', () => {
    expect([translatorOf('de')('Share'), translatorOf('de')('Share', { context: 'part' })]).toEqual([
      'Teilen',
      'Anteil',
    ]);
  });
});
