/**
 * The parts of countries from Natural Earth's states and provinces: one map for each country that charts can draw, with
 * ISO 3166-2 codes. Regions of several provinces are joined of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { merge } from 'topojson-client';
import { cutAtAntimeridian } from './map-antimeridian.mjs';
import { buildTopology } from './map-topology.mjs';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'country-map', 'countries.ts');
const attributes = join(dirname(fileURLToPath(import.meta.url)), 'natural-earth-parts.tsv');
const grid = 10_000;
/** Of the size of the country: half a pixel where it is drawn a thousand pixels wide. */
const detail = 1 / 2000;

export async function writeStates({ features }, writeMap) {
  writeAttributes(features);
  for (const { key, cca2 } of await readCountries()) {
    const areas = features.flatMap((one) => areasOf(one, key, cca2));
    if (areas.length === 0) throw new Error(`Nothing of ${key} (${cca2}) is in the data`);
    writeMap(key, topologyOf(joinAlike(areas)));
  }
}

/** What the data call each area and whose it is, for the test that compares the maps with it. */
function writeAttributes(features) {
  const lines = features.map(({ properties: { iso_3166_2: code, iso_a2: country, name, name_en: english } }) =>
    [code.trim(), country, name || english || ''].join('\t'),
  );
  writeFileSync(attributes, `${[...new Set(lines)].sort().join('\n')}\n`);
}

async function readCountries() {
  const { code } = await transform(readFileSync(source, 'utf8'), { loader: 'ts', format: 'esm' });
  const { mappedCountries } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return mappedCountries;
}

function areasOf({ properties, geometry }, key, cca2) {
  const { iso_a2: country, name, name_en: english } = properties;
  const code = properties.iso_3166_2.trim();
  if (ownerOf(code, country) !== cca2 || !geometry) return [];
  const region = regionOf(key, properties);
  if (!region) return [];
  const isOwn = region.code === code;
  return [
    {
      code: region.code,
      name: isOwn ? name || english || code : region.name,
      polygons: cutAtAntimeridian(orient(geometry)),
    },
  ];
}

/** A part belongs to the country whose code its own begins with, whoever holds it. */
const ownerOf = (code, country) => (/^[A-Z]{2}-(?!X\d)/.test(code) ? code.slice(0, 2) : country);

/** Turkey's statistical regions by the numbers of their provinces. */
const turkish = [
  ['TR1', 'Istanbul', '34'],
  ['TR2', 'West Marmara', '10 17 22 39 59'],
  ['TR3', 'Aegean', '03 09 20 35 43 45 48 64'],
  ['TR4', 'East Marmara', '11 14 16 26 41 54 77 81'],
  ['TR5', 'West Anatolia', '06 42 70'],
  ['TR6', 'Mediterranean', '01 07 15 31 32 33 46 80'],
  ['TR7', 'Central Anatolia', '38 40 50 51 58 66 68 71'],
  ['TR8', 'West Black Sea', '05 18 19 37 55 57 60 67 74 78'],
  ['TR9', 'East Black Sea', '08 28 29 52 53 61'],
  ['TRA', 'Northeast Anatolia', '04 24 25 36 69 75 76'],
  ['TRB', 'Central East Anatolia', '12 13 23 30 44 49 62 65'],
  ['TRC', 'Southeast Anatolia', '02 21 27 47 56 63 72 73 79'],
];

/** Parts that have a code in ISO 3166-2 and none in the data, which write `X` and a number in its place. */
const knownParts = {
  'BS-X01~': { code: 'BS-NP', name: 'New Providence' },
  'LR-X1~': { code: 'LR-GP', name: 'Gbarpolu' },
  'LR-X2~': { code: 'LR-RG', name: 'River Gee' },
  'TJ-X01~': { code: 'TJ-RA', name: 'Districts of Republican Subordination' },
};

/** What ISO 3166-2 calls areas that the data draw as several, where none of these has the name of the whole. */
const joinedNames = {
  'BA-BIH': 'Federation of Bosnia and Herzegovina',
  'MG-A': 'Toamasina',
  'MG-D': 'Antsiranana',
  'MG-F': 'Fianarantsoa',
  'MG-M': 'Mahajanga',
  'MG-T': 'Antananarivo',
  'MG-U': 'Toliara',
  'MV-12': 'Meemu',
  'PH-MNL': 'Metropolitan Manila',
};

/** ISO 3166-2 has another code for it today. */
const newCodes = { 'FR-COR': 'FR-20R' };

const isOverseas = ({ type_en: type = '' }) => !type.startsWith('Metropolitan');

/** What an area of the data belongs to in a map; null where the map leaves it out. */
function regionOf(key, properties) {
  const code = properties.iso_3166_2.trim();
  const own = knownParts[code] ?? { code, name: properties.name };
  const given = {
    code: newCodes[properties.region_cod] ?? properties.region_cod?.trim(),
    name: properties.region?.trim(),
  };
  if (key === 'france') return isOverseas(properties) ? null : own;
  if (key === 'france_regions') return isOverseas(properties) ? null : given;
  if (key === 'italy_regions' || key === 'philippines_regions') return given;
  if (key !== 'turkey_regions') return own;
  const number = properties.iso_3166_2.slice(3);
  const [region, name] = turkish.find(([, , provinces]) => provinces.split(' ').includes(number)) ?? [];
  return region ? { code: region, name } : null;
}

/** On the sphere the outer ring of a polygon goes round clockwise; the data come both ways. */
function orient({ type, coordinates }) {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const turned = polygons.map((rings) =>
    rings.map((ring, index) => (isClockwise(ring) === (index === 0) ? ring : ring.toReversed())),
  );
  return { type: 'MultiPolygon', coordinates: turned };
}

const isClockwise = (ring) => turnOf(ring) > 0;

/** Twice the size of what a ring goes round; negative where it goes round the other way. */
function turnOf(ring) {
  let sum = 0;
  for (let at = 1; at < ring.length; at += 1) sum += (ring[at][0] - ring[at - 1][0]) * (ring[at][1] + ring[at - 1][1]);
  return sum;
}

/** Areas of one code are one area, without the borders between them. */
function joinAlike(areas) {
  const byCode = Map.groupBy ? Map.groupBy(areas, ({ code }) => code) : groupByCode(areas);
  return [...byCode.values()].map((alike) => {
    if (alike.length === 1) return alike[0];
    const whole = buildTopology(alike, { tolerance: 0, grid: 1_000_000 });
    const { coordinates } = merge(whole, whole.objects.areas.geometries);
    const { code, name } = largestOf(alike);
    return { code, name: joinedNames[code] ?? name, polygons: coordinates };
  });
}

/** A city that has the code of the province around it does not give that province its name. */
function largestOf(areas) {
  const sizes = areas.map(({ polygons }) => polygons.reduce((sum, [outer]) => sum + Math.abs(turnOf(outer)), 0));
  return areas[sizes.indexOf(Math.max(...sizes))];
}

function groupByCode(areas) {
  const groups = new Map();
  for (const area of areas) groups.set(area.code, [...(groups.get(area.code) ?? []), area]);
  return groups;
}

function topologyOf(areas) {
  const places = areas.flatMap(({ polygons }) => polygons.flatMap(([outer]) => outer));
  const extents = [0, 1].map((axis) => spread(places.map((place) => place[axis])));
  const weight = Math.cos((middle(places.map(([, y]) => y)) * Math.PI) / 180);
  return buildTopology(areas, { tolerance: Math.max(extents[0] * weight, extents[1]) * detail, grid });
}

/** Of what most of a country lies within: a far island makes its mainland no coarser. */
function spread(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.98)] - sorted[Math.floor(sorted.length * 0.02)] || 0.01;
}

const middle = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
