import {
  type DatasetColumnInput,
  type DatasetMetricInput,
  type DatasetVersionFields,
  datasetEndpoints,
} from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { adoptFolders, type Dataset } from '../../catalog/index.ts';
import { parseId, parseListQuery, type Router } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { getVersion, listVersions, toWireVersion } from '../../versions/index.ts';
import { changeDataset, getEditableDataset } from './change.ts';

export function registerVersions(router: Router, services: Services): void {
  router.route(datasetEndpoints.versions, async ({ user, params, query }) => {
    const id = parseId(params.id);
    await getEditableDataset(services, user, id);
    return listVersions(services, { type: 'dataset', id }, parseListQuery(query));
  });
  router.route(datasetEndpoints.version, async ({ user, params }) => {
    const id = parseId(params.id);
    await getEditableDataset(services, user, id);
    const version = await getVersion(services.store, { type: 'dataset', id }, parseId(params.number));
    return { result: await toWireVersion<DatasetVersionFields>(services, version) };
  });
  router.route(datasetEndpoints.restoreVersion, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await restore(services, user, { id, number: parseId(params.number), lastRead: body.last_modified_time });
    return { id };
  });
}

interface VersionPlace {
  readonly id: number;
  readonly number: number;
  readonly lastRead: number | null | undefined;
}

/** Makes a dataset what it was: a save like any other, with the checks of one. */
async function restore(services: Services, user: User, { id, number, lastRead }: VersionPlace): Promise<void> {
  const dataset = await getEditableDataset(services, user, id);
  const version = await getVersion(services.store, { type: 'dataset', id }, number);
  const { columns, metrics, folders, ...own } = parseJson(version.document) as DatasetVersionFields;
  const fields = {
    columns: inputsOf<DatasetColumnInput>(columns, (input) => idOf(dataset.columns, input, input.column_name)),
    metrics: inputsOf<DatasetMetricInput>(metrics, (input) => idOf(dataset.metrics, input, input.metric_name)),
  };
  const body = {
    ...own,
    ...fields,
    // Versions of before there were any say nothing of them.
    ...(folders === undefined ? {} : { folders: foldersOf(folders, fields) }),
    last_modified_time: lastRead,
  };
  await changeDataset(services, user, { id, body, overridesColumns: false, restoredFrom: number });
}

/** What a version keeps of columns or metrics; those that are there still stay themselves. */
function inputsOf<Input extends object>(text: string, find: (input: Input) => number | undefined): Input[] {
  return Object.values(parseJson(text) as Readonly<Record<string, Input>>).map((input) => {
    const id = find(input);
    return { ...input, ...(id === undefined ? {} : { id }) };
  });
}

interface FieldInputs {
  readonly columns: readonly DatasetColumnInput[];
  readonly metrics: readonly DatasetMetricInput[];
}

/** What had been taken away by then, and was in a folder still, is left out. */
function foldersOf(text: string | null, { columns, metrics }: FieldInputs) {
  const named = <Input extends { readonly uuid?: string | null | undefined }>(inputs: readonly Input[]) =>
    inputs.map((input) => ({ ...input, uuid: input.uuid ?? '' }));
  return adoptFolders(parseDocument(text)?.folders, { columns: named(columns), metrics: named(metrics) });
}

type Field = (Dataset['columns'] | Dataset['metrics'])[number];

function idOf(
  fields: readonly Field[],
  { uuid }: { readonly uuid?: string | null | undefined },
  name: string,
): number | undefined {
  const nameOf = (field: Field) => ('column_name' in field ? field.column_name : field.metric_name);
  return (fields.find((field) => field.uuid === uuid) ?? fields.find((field) => nameOf(field) === name))?.id;
}
