import type { ModelContext, Undrawn } from '@powerset/chart-kit';
import { msg } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { type AreaModel, toAreaModel, undrawnAreas } from '../shared/area-model.ts';
import { type CountryFacts, countries } from '../shared/country-facts.ts';
import type { WorldMapForm } from './form.ts';

type FieldType = WorldMapForm['country_fieldtype'];

export interface CountryModel extends AreaModel {
  /** The kind of names under which the values mean more countries than under the chosen one. */
  readonly betterType: FieldType | null;
}

const fieldTypes = ['cca2', 'cca3', 'cioc', 'name'] as const satisfies readonly FieldType[];

/** Rows to countries. */
export function toModel([table]: readonly ResultTable[], { form, answers }: ModelContext<WorldMapForm>): CountryModel {
  const find = countryFinder(form.country_fieldtype);
  const answer = answers?.[0];
  const model = toAreaModel({
    table,
    column: form.entity === null ? '' : columnLabel(form.entity),
    metric: form.metric === null ? '' : metricLabel(form.metric),
    sizeMetric: form.secondary_metric === null ? null : metricLabel(form.secondary_metric),
    find: (value) => {
      const country = find(value);
      return country && { code: country.cca2, name: country.name };
    },
    summable: answer?.summable ?? [],
    limitReached: answer?.limitReached ?? null,
  });
  return { ...model, betterType: model.unknown.length > 0 ? betterType(model, form.country_fieldtype) : null };
}

function betterType({ unknown, areas }: AreaModel, chosen: FieldType): FieldType | null {
  const known = (type: FieldType) => {
    const find = countryFinder(type);
    return unknown.filter((value) => find(value) !== undefined).length;
  };
  const [best] = fieldTypes
    .filter((type) => type !== chosen)
    .map((type) => ({ type, count: known(type) }))
    .sort((one, other) => other.count - one.count);
  return best && best.count > areas.length ? best.type : null;
}

/** The country that a value means: codes in any case, names without regard to case, accents and signs. */
export function countryFinder(type: FieldType): (value: CellValue) => CountryFacts | undefined {
  const byWord = new Map(
    countries.flatMap((country) => wordsOf(country, type).map((word) => [word, country] as const)),
  );
  const wordOf = type === 'name' ? plainName : plainCode;
  return (value) => (typeof value === 'string' ? byWord.get(wordOf(value)) : undefined);
}

function wordsOf(country: CountryFacts, type: FieldType): readonly string[] {
  if (type === 'name') return [country.name, ...country.otherNames].map(plainName);
  const code = type === 'cca3' || type === 'cioc' ? country[type] : country.cca2;
  return code === '' ? [] : [code];
}

const plainCode = (text: string) => text.trim().toUpperCase();

function plainName(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll(/\bst\b\.?/g, 'saint')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const typeLabels: Readonly<Record<string, string>> = {
  name: msg('Read the values as full names'),
  cioc: msg('Read the values as Olympic codes'),
  cca2: msg('Read the values as codes of two letters'),
  cca3: msg('Read the values as codes of three letters'),
};

/** Values that mean no country, and how they would mean one. */
export function undrawnOf(model: CountryModel): Undrawn | null {
  const reason = undrawnAreas(model);
  const label = model.betterType === null ? undefined : typeLabels[model.betterType];
  if (!reason || label === undefined) return reason;
  return { ...reason, remedy: { label, changes: { country_fieldtype: model.betterType } } };
}
