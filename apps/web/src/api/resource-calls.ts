import type { ListEnvelope, ListFilter, WireImportAnswer } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { api } from './api-client.ts';
import { deletions, hiddenIds } from './deletions.ts';
import { errorText } from './errors.ts';
import { toListQuery } from './list-query.ts';
import { listMessages } from './messages.ts';
import type { Resource } from './resources.ts';

export interface Choice {
  readonly value: number | string;
  readonly text: string;
}

/** Creates an object; a failure is shown and answered with undefined. */
export async function createItem(resource: Resource, body: object): Promise<number | undefined> {
  try {
    return (await api.request<{ id: number }>(resource.path, { method: 'POST', body })).id;
  } catch (error) {
    toasts.danger(listMessages.createFailed(resource.label, errorText(error)));
    return undefined;
  }
}

/** Changes an object; throws `ApiError`. */
export function updateItem<Result>(resource: Resource, id: number, body: object): Promise<Result> {
  return api.request<Result>(`${resource.path}${id}`, { method: 'PUT', body });
}

/** Deletes one object and says so; answers whether it is gone. */
export async function deleteItem(resource: Resource, item: { id: number; name: string }): Promise<boolean> {
  try {
    await api.request(`${resource.path}${item.id}`, { method: 'DELETE' });
    toasts.success(listMessages.deleted(item.name));
    return true;
  } catch (error) {
    toasts.danger(listMessages.deleteFailed(errorText(error), item.name));
    return false;
  }
}

/** Choices of a relation (owners, database, …) or of a column's distinct values. */
export async function loadChoices(
  resource: Resource,
  source: { kind: 'related' | 'distinct'; column: string },
  options: { filter: string; page?: number; signal?: AbortSignal },
): Promise<readonly Choice[]> {
  const q = { filter: options.filter, page: options.page ?? 0, page_size: 25 };
  const answer = await api.request<{ result: readonly Choice[] }>(`${resource.path}${source.kind}/${source.column}`, {
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
  const answer = await api.request<ListEnvelope<Readonly<Record<string, unknown>>>>(resource.path, {
    query: { q },
    signal: options.signal,
  });
  return answer.result.map((row) => ({ value: Number(row.id), text: String(row[names.column] ?? row.id) }));
}

/** Whether there are objects that pass the filters, those aside that are deleted here and can still be taken back. */
export async function hasItems(resource: Resource, filters: readonly ListFilter[] = []): Promise<boolean> {
  const hidden = hiddenIds(deletions.store.getState(), resource);
  const q = toListQuery({ filters, orderColumn: 'id', pageSize: hidden.size + 1 });
  const { result } = await api.request<ListEnvelope<{ readonly id: number }>>(resource.path, { query: { q } });
  return result.some(({ id }) => !hidden.has(id));
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
  return api.request<WireImportAnswer>(`${resource.path}import/`, { method: 'POST', body: form });
}

/** Address of the export bundle of some objects; a link to it downloads the file. */
export function exportUrl(resource: Resource, ids: readonly number[]): string {
  return `${resource.path}export/?q=${encodeURIComponent(`!(${ids.join(',')})`)}`;
}
