import { digitsOf, isYearName } from '@powerset/chart-kit';
import type { DataColumn } from './data-facts.ts';

/** The words of a column's name, in small letters: `shipToCity` and `ship_to_city` alike. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const has = (name: string, known: ReadonlySet<string>) => wordsOf(name).some((word) => known.has(word));

const latitudes = new Set(['lat', 'latitude', 'breitengrad', 'breite']);
const longitudes = new Set(['lon', 'lng', 'long', 'longitude', 'längengrad', 'laenge']);
const geohashes = new Set(['geohash']);
const shapes = new Set(['geojson', 'geometry', 'geom', 'wkt']);
const countries = new Set(['country', 'countries', 'nation', 'land', 'staat', 'iso2', 'iso3', 'cca2', 'cca3', 'cioc']);
const parents = new Set(['parent', 'manager', 'boss', 'reports', 'superior', 'vorgesetzter']);
const stages = new Set(['stage', 'step', 'phase', 'funnel', 'stufe', 'schritt']);
const starts = new Set(['start', 'started', 'begin', 'began', 'from', 'opened', 'created', 'beginn', 'von']);
const ends = new Set([
  'end',
  'ended',
  'finish',
  'finished',
  'to',
  'until',
  'closed',
  'completed',
  'due',
  'ende',
  'bis',
]);
const longTexts = new Set(
  'email mail url link address adresse description beschreibung comment kommentar text note notes title body message path hash token'.split(
    ' ',
  ),
);

const ranks = new Set(['rank', 'ranking', 'rang', 'rownum', 'rowid', 'rownumber']);

export const isLatitude = ({ name, type }: DataColumn) => type === 'number' && has(name, latitudes);
export const isLongitude = ({ name, type }: DataColumn) => type === 'number' && has(name, longitudes);
export const isGeohash = ({ name, type }: DataColumn) => type === 'string' && has(name, geohashes);
export const isShape = ({ name, type }: DataColumn) => type === 'string' && has(name, shapes);
export const isCountry = ({ name, type }: DataColumn) => type === 'string' && has(name, countries);
export const isParent = ({ name }: DataColumn) => has(name, parents);
export const isStage = ({ name, type }: DataColumn) => type === 'string' && has(name, stages);
export const isStart = ({ name, type }: DataColumn) => type === 'temporal' && has(name, starts);
export const isEnd = ({ name, type }: DataColumn) => type === 'temporal' && has(name, ends);
export const isLongText = ({ name }: DataColumn) => has(name, longTexts);
export const isIdentifier = ({ name, isKey = false }: DataColumn) => isKey || digitsOf(name) === 'plain';

/** Numbers that may be added up or averaged: names of things, years, ranks and places may not. */
export function isQuantity(column: DataColumn): boolean {
  if (has(column.name, ranks)) return false;
  if (column.type !== 'number' || isIdentifier(column) || isYearName(column.name)) return false;
  return !isLatitude(column) && !isLongitude(column);
}

/** How a world map is told what a column of countries holds. */
export function countryFieldOf({ name }: DataColumn): 'name' | 'cca2' | 'cca3' | 'cioc' {
  const words = wordsOf(name);
  if (words.includes('cioc')) return 'cioc';
  if (words.some((word) => /^(iso3|cca3|alpha3)$/.test(word))) return 'cca3';
  return words.some((word) => /^(iso2|cca2|alpha2|code|iso)$/.test(word)) ? 'cca2' : 'name';
}

const pairs = [
  ['from', 'to'],
  ['source', 'target'],
  ['source', 'destination'],
  ['src', 'dst'],
  ['origin', 'destination'],
  ['origin', 'dest'],
  ['departure', 'arrival'],
  ['sender', 'receiver'],
  ['von', 'nach'],
  ['quelle', 'ziel'],
] as const;

/** Two columns that say from where and to where: `origin_city`, `destination_city`. */
export function findEnds(columns: readonly DataColumn[]): readonly [DataColumn, DataColumn] | null {
  for (const [from, to] of pairs) {
    for (const source of columns) {
      const words = wordsOf(source.name);
      if (!words.includes(from)) continue;
      const other = words.map((word) => (word === from ? to : word)).join(' ');
      const target = columns.find(({ name }) => wordsOf(name).join(' ') === other);
      if (target) return [source, target];
    }
  }
  return null;
}

/** Names of levels from the widest to the narrowest; each row is one hierarchy. */
const hierarchies: readonly (readonly string[])[] = [
  ['continent', 'region', 'country', 'state', 'province', 'county', 'city', 'store'],
  ['division', 'department', 'team', 'employee'],
  ['category', 'subcategory', 'brand', 'product'],
  ['genre', 'publisher', 'platform', 'game'],
];

/** Two or three columns that are levels of one hierarchy, the widest first. */
export function findLevels(columns: readonly DataColumn[]): readonly DataColumn[] {
  const found = hierarchies.map((levels) =>
    levels.flatMap((level) => columns.find(({ name }) => wordsOf(name).join('').replace('name', '') === level) ?? []),
  );
  const [longest = []] = found.toSorted((a, b) => b.length - a.length);
  return longest.length > 1 ? longest.slice(0, 3) : [];
}
