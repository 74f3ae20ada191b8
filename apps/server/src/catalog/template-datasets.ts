import type { QueryDataset } from '@powerset/query';
import type { User } from '../access/index.ts';
import { AppError } from '../http/index.ts';
import { type DatasetServices, getDataset } from './datasets.ts';
import { toQueryDataset } from './query-dataset.ts';

export interface TemplateText {
  /** Whoever it is rendered for: only what that person may read is found, within the rows that are open to that person. */
  readonly user: User;
  readonly databaseId: number;
  readonly text: string;
}

/** Those that a text names, by id; null for one that the person does not find. */
export type TemplateDatasets = Readonly<Record<string, QueryDataset | null>>;

const mostDatasets = 20;
const call = /\bdataset\s*\(\s*(?:dataset_id\s*=\s*)?(\d{1,15})\b/g;

/**
 * The datasets that the macro `dataset` of a text names, and those that theirs name. One that the person may not read, or
 * of another database, is as one that is not there.
 */
export async function findTemplateDatasets(services: DatasetServices, of: TemplateText): Promise<TemplateDatasets> {
  const found = new Map<number, QueryDataset | null>();
  const wanted = namedIn(of.text);
  // Grows while it is walked through: by what the queries of datasets name.
  for (const id of wanted) {
    if (wanted.size > mostDatasets) throw tooMany();
    const dataset = await getDataset(services, of.user, id).catch(asMissing);
    const isHere = dataset?.database.id === of.databaseId;
    found.set(id, isHere ? toQueryDataset(dataset) : null);
    if (!isHere) continue;
    for (const inner of namedIn(dataset.row.sql ?? '')) wanted.add(inner);
  }
  return Object.fromEntries(found);
}

function namedIn(text: string): Set<number> {
  return new Set([...text.matchAll(call)].map(([, id]) => Number(id)));
}

function asMissing(error: unknown): undefined {
  if (error instanceof AppError && (error.status === 403 || error.status === 404)) return undefined;
  throw error;
}

function tooMany(): AppError {
  const message = `A template can read ${mostDatasets} datasets at most.`;
  return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message } });
}
