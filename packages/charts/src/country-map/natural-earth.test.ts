import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMap } from '../shared/map-topology.ts';
import { mappedCountries } from './countries.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** What Natural Earth calls the parts of countries, by their codes: several where it draws a part in pieces. */
const named = new Map<string, readonly string[]>();
for (const line of read('../../tools/natural-earth-parts.tsv').trimEnd().split('\n')) {
  const [code = '', , name = ''] = line.split('\t');
  named.set(code, [...(named.get(code) ?? []), name]);
}

/** Groups of parts have codes of their own, which the data know as attributes of their parts or not at all. */
const groups = new Set(['france_regions', 'italy_regions', 'philippines_regions', 'turkey_regions']);

/** Where the data have no code, or no name for the whole, those of ISO 3166-2. */
const ofTheStandard: Readonly<Record<string, string>> = {
  'BA-BIH': 'Federation of Bosnia and Herzegovina',
  'BS-NP': 'New Providence',
  'LR-GP': 'Gbarpolu',
  'LR-RG': 'River Gee',
  'MG-A': 'Toamasina',
  'MG-D': 'Antsiranana',
  'MG-F': 'Fianarantsoa',
  'MG-M': 'Mahajanga',
  'MG-T': 'Antananarivo',
  'MG-U': 'Toliara',
  'MV-12': 'Meemu',
  'PH-MNL': 'Metropolitan Manila',
  'TJ-RA': 'Districts of Republican Subordination',
};

describe.each(mappedCountries.filter(({ key }) => !groups.has(key)))('the map of $key', ({ key, cca2 }) => {
  const { areas } = readMap(JSON.parse(read(`../../maps/${key}.json`)));

  it('has parts with the codes and names that Natural Earth or ISO 3166-2 give them', () => {
    const wrong = areas.filter(({ code, name }) =>
      Object.hasOwn(ofTheStandard, code)
        ? name !== ofTheStandard[code]
        : !named.get(code)?.some((one) => (one || code) === name),
    );
    expect(wrong.map(({ code, name }) => [code, name])).toEqual([]);
    expect(areas.filter(({ code }) => !code.startsWith(`${cca2}-`)).map(({ code }) => code)).toEqual([]);
    expect(new Set(areas.map(({ code }) => code)).size).toBe(areas.length);
  });
});

it('names a part by its largest piece, not by the city within it', () => {
  const nameOf = (key: string, code: string) =>
    readMap(JSON.parse(read(`../../maps/${key}.json`))).areas.find((area) => area.code === code)?.name;
  expect(nameOf('colombia', 'CO-CUN')).toBe('Cundinamarca');
  expect(nameOf('philippines', 'PH-LAN')).toBe('Lanao del Norte');
  expect(nameOf('mauritius', 'MU-PL')).toBe('Port Louis');
});
