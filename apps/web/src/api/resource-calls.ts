import { type ListFilter, urlOf, type WireImportAnswer } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { api } from './api-client.ts';
import { callResource } from './call-resource.ts';
import { deletions, hiddenIds } from './deletions.ts';
import { errorText } from './errors.ts';
import { toListQuery } from './list-query.ts';
import { listMessages } from './messages.ts';
import {
  type BodyOfCall,
  bundlesOf,
  type PageOf,
  paramsOf,
  type Resource,
  type ResourceEndpoints,
  type ResultOfCall,
  type RowOf,
} from './resources.ts';

export interface Choice {
  readonly value: number | string;
  readonly text: string;
}

/** Creates an object; a failure is shown and answered with undefined. */
export async function createItem<T extends ResourceEndpoints>(
  resource: Resource<T>,
  body: BodyOfCall<T, 'create'>,
): Promise<number | undefined> {
  const say = sayBeside();
  try {
    return await postItem(resource, body);
  } catch (error) {
    say.danger(listMessages.createFailed(resource.label, errorText(error)));
    return undefined;
  }
}

/** Creates an object and answers its id; throws `ApiError`. */
export async function postItem<T extends ResourceEndpoints>(
  resource: Resource<T>,
  body: BodyOfCall<T, 'create'>,
): Promise<number> {
  await deletions.flushOf(resource);
  return (await callResource(resource, 'create', { body })).id;
}

/** Changes an object; throws `ApiError`. */
export function updateItem<T extends ResourceEndpoints>(
  resource: Resource<T>,
  id: number,
  body: BodyOfCall<T, 'update'>,
): Promise<ResultOfCall<T, 'update'>> {
  return callResource(resource, 'update', { params: paramsOf(resource, id), body });
}

/** Deletes one object and says so; answers whether it is gone. */
export async function deleteItem(resource: Resource, item: { id: number; name: string }): Promise<boolean> {
  const say = sayBeside();
  try {
    await callResource(resource, 'delete', { params: paramsOf(resource, item.id) });
    say.success(listMessages.deleted(item.name));
    return true;
  } catch (error) {
    say.danger(listMessages.deleteFailed(errorText(error), item.name));
    return false;
  }
}

/** A page of a resource's list. */
export function listPage<T extends ResourceEndpoints>(
  resource: Resource<T>,
  q: object,
  signal?: AbortSignal,
): Promise<PageOf<T>> {
  return callResource(resource, 'list', { query: { q }, signal });
}

/** Choices of a relation (owners, database, …) or of a column's distinct values. */
export async function loadChoices(
  resource: Resource,
  source: { kind: 'related' | 'distinct'; column: string },
  options: { filter: string; page?: number; signal?: AbortSignal },
): Promise<readonly Choice[]> {
  const q = { filter: options.filter, page: options.page ?? 0, page_size: 25 };
  const answer = await callResource(resource, source.kind, {
    params: { column: source.column },
    query: { q },
    signal: options.signal,
  });
  return answer.result;
}

/** Choices out of a resource's own list, found by name. */
export async function loadListChoices(
  resource: Resource,
  names: { readonly column: string; readonly opr: string },
  options: { filter: string; signal?: AbortSignal },
): Promise<readonly Choice[]> {
  const filters = options.filter ? [{ col: names.column, opr: names.opr, value: options.filter }] : [];
  const q = toListQuery({ filters, orderColumn: names.column, orderDirection: 'asc' });
  const answer = await listPage(resource, q, options.signal);
  return answer.result.map((row) => ({ value: row.id, text: textOf(row, names.column) }));
}

/** A column that is known only while the program runs. */
function textOf(row: { readonly id: number }, column: string): string {
  const value = column in row ? row[column as keyof typeof row] : null;
  return String(value ?? row.id);
}

/** Whether there are objects that pass the filters, those aside that are deleted here and can still be taken back. */
export async function hasItems(resource: Resource, filters: readonly ListFilter[] = []): Promise<boolean> {
  return (await findItems(resource, filters, 1)).length > 0;
}

/** The first of those objects. */
export async function findItems<T extends ResourceEndpoints>(
  resource: Resource<T>,
  filters: readonly ListFilter[],
  most: number,
): Promise<readonly RowOf<T>[]> {
  const hidden = hiddenIds(deletions.store.getState(), resource);
  // Not every list can be ordered by id.
  const q = toListQuery({ filters, pageSize: hidden.size + most });
  const rows: readonly RowOf<T>[] = (await listPage(resource, q)).result;
  return rows.filter(({ id }) => !hidden.has(id)).slice(0, most);
}

/** What goes with a bundle: consent, and secrets by field of the form and by file. */
export interface ImportOptions {
  readonly isOverwrite: boolean;
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Imports a bundle; throws `ApiError` whose `errors[0].extra` names each file that was refused. */
export function importBundle(resource: Resource, file: File, options: ImportOptions): Promise<WireImportAnswer> {
  const form = new FormData();
  form.append('formData', file);
  form.append('overwrite', String(options.isOverwrite));
  for (const [field, values] of Object.entries(options.secrets)) form.append(field, JSON.stringify(values));
  return api.callEndpoint(bundlesOf(resource).import, { body: form });
}

/** Address of the export bundle of some objects; a link to it downloads the file. */
export function exportUrl(resource: Resource, ids: readonly number[]): string {
  return urlOf(bundlesOf(resource).export, { query: { q: ids } });
}
