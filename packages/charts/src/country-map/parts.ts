import type { ChartMap, MapArea, ModelContext, Undrawn } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { type AreaModel, toAreaModel, undrawnAreas } from '../shared/area-model.ts';
import { mappedCountries } from './countries.ts';
import type { CountryMapForm } from './form.ts';

/** Rows to parts of the country; as long as its map is not here, every value is taken for a code. */
export function toModel([table]: readonly ResultTable[], context: ModelContext<CountryMapForm>): AreaModel {
  const { form, answers, maps } = context;
  const key = form.select_country ?? '';
  const cca2 = mappedCountries.find((country) => country.key === key)?.cca2 ?? '';
  const map = maps?.[key];
  const answer = answers?.[0];
  return toAreaModel({
    table,
    column: form.entity === null ? '' : columnLabel(form.entity),
    metric: form.metric === null ? '' : metricLabel(form.metric),
    sizeMetric: null,
    find: map ? partFinder(map, cca2) : (value) => ({ code: String(value), name: String(value) }),
    summable: answer?.summable ?? [],
    limitReached: answer?.limitReached ?? null,
  });
}

/** The part that a value means: by its code, with or without the country's, or by its name. */
export function partFinder(map: ChartMap, cca2: string): (value: CellValue) => MapArea | undefined {
  const byWord = new Map<string, MapArea>();
  for (const area of map.areas) byWord.set(plain(area.name), area);
  // A code wins over a name that is written alike.
  for (const area of map.areas) {
    const code = plain(area.code);
    const country = `${cca2.toLowerCase()} `;
    if (code.startsWith(country)) byWord.set(code.slice(country.length), area);
    byWord.set(code, area);
  }
  return (value) =>
    typeof value === 'string' || typeof value === 'number' ? byWord.get(plain(String(value))) : undefined;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const undrawnOf = (model: AreaModel): Undrawn | null => undrawnAreas(model);
