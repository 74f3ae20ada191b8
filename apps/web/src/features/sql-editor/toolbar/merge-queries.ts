import { savedQueryEndpoints, type VersionedField, type WireWholeVersion } from '@powerset/contract';
import { api } from '../../../api/index.ts';
import {
  type Choices,
  type Clash,
  inWords,
  mapVersions,
  mergeLines,
  mergeRecords,
  sideOf,
  type Versions,
} from '../../../conflicts/index.ts';
import { fieldLabels } from '../versions/version-words.ts';

/** What a save writes. */
export type QueryFields = Pick<WireWholeVersion, VersionedField>;

export interface QueryMerge {
  readonly fields: QueryFields;
  /** Their labels are still to be translated. */
  readonly clashes: readonly Clash[];
}

/** Two saves of a query as one: of each field what was changed, of its text each line. */
export function mergeQueries(
  versions: Versions<QueryFields>,
  choices: Choices,
  databaseName: (id: number) => string,
): QueryMerge {
  // With names in the place of numbers, as they are shown.
  const textOf = (value: unknown) => (typeof value === 'number' ? databaseName(value) : inWords(value));
  const { value, clashes } = mergeRecords(
    mapVersions(versions, (one) => ({ ...one })),
    choices,
    { labelOf: (field) => fieldLabels[field as VersionedField], textOf },
  );
  const fields = { ...versions.mine, ...value };
  const texts = mapVersions(versions, ({ sql }) => sql);
  const merged = sideOf(texts) === 'clash' ? mergeLines(texts) : null;
  if (merged === null) return { fields, clashes };
  return { fields: { ...fields, sql: merged }, clashes: clashes.filter(({ id }) => id !== 'sql') };
}

/** What a saved query was at a time; null where that is not kept any more. */
export async function loadVersionAt(id: number, epochSeconds: number): Promise<QueryFields | null> {
  const { result } = await api.callEndpoint(savedQueryEndpoints.versions, {
    params: { id },
    query: { q: { page_size: 100 } },
  });
  const version = result.find(({ changed_on }) => Date.parse(changed_on) <= epochSeconds * 1000 + 0.5);
  if (!version) return null;
  const whole = await api.callEndpoint(savedQueryEndpoints.version, { params: { id, number: version.number } });
  return toFields(whole.result);
}

export function toFields(query: QueryFields): QueryFields {
  const { label, description, sql, db_id, catalog, schema, template_parameters } = query;
  return { label, description, sql, db_id, catalog, schema, template_parameters };
}
