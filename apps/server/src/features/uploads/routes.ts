import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadEndpoints } from '@powerset/contract';
import { UploadBody } from '@powerset/contract/schemas';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../access/index.ts';
import { createFileLoader, type FileLoader } from '../../engines/index.ts';
import { compileReader, fieldError, notFound, parseId, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { describeFile } from './describe-file.ts';
import { readForm } from './form.ts';
import { createUploadJobs, type UploadJobs } from './jobs.ts';
import { readOptions } from './reading.ts';
import { readReferenceColumns, readReferenceOptions } from './reference-form.ts';
import {
  checkTarget,
  type DatasetActions,
  describeFailure,
  getUploadDatabase,
  loadStaged,
  type PreviewTools,
  previewStaged,
} from './service.ts';
import { createStaging, rejectsPath, type StagedFile, type Staging } from './staging.ts';

export interface UploadsOptions {
  readonly datasets: DatasetActions;
}

/** A file that is only looked at is meant for none. */
const noDatabase = 0;

const readUpload = compileReader(UploadBody, 'json');

/** Returns how leftovers of an earlier process are cleared away at start, and how loads are ended at the stop. */
export function registerUploads(router: Router, services: Services, { datasets }: UploadsOptions) {
  const stagingFolder = join(services.config.dataFolder, 'engine', 'staging');
  const staging = createStaging({
    folder: stagingFolder,
    maxMb: services.config.uploadMaxMb,
    now: services.now,
  });
  const loader = createFileLoader({
    fileEngine: services.engines.fileEngine,
    stagingFolder,
    defusesFormulas: services.config.defusesFormulas,
  });
  const jobs = createUploadJobs(services);
  registerStaging(router, services, { staging, loader });
  registerLoading(router, services, { datasets, staging, loader, jobs, stagingFolder });
  return {
    sweep: async () => {
      await staging.sweep();
      await jobs.sweep();
    },
    close: () => jobs.close(),
  };
}

async function take(services: Services, staging: Staging, from: { user: User; id: string; request: FastifyRequest }) {
  const database = await getUploadDatabase(services, from.user, parseId(from.id));
  const form = await readForm(from.request, (file) =>
    staging.take({ ...file, userId: from.user.id, databaseId: database.id }),
  );
  return { database, ...form };
}

function registerStaging(
  router: Router,
  services: Services,
  { staging, loader }: Pick<Loading, 'staging' | 'loader'>,
): void {
  router.route(uploadEndpoints.describe, async ({ user, request }) => {
    const { file, fields } = await readForm(request, (one) =>
      staging.take({ ...one, userId: user.id, databaseId: noDatabase }),
    );
    try {
      return { result: { items: await describeFile({ loader, staging }, file, fields) } };
    } finally {
      await staging.discard(file.id);
    }
  });
  router.route(uploadEndpoints.stage, async ({ user, params, request }) => {
    const { file, fields } = await take(services, staging, { user, id: params.id, request });
    try {
      return { result: await previewStaged({ loader, staging }, file, readOptions(fields)) };
    } catch (error) {
      await staging.discard(file.id);
      throw error;
    }
  });
  router.route(uploadEndpoints.preview, async ({ user, params, body }) => {
    const database = await getUploadDatabase(services, user, parseId(params.id));
    const file = staging.get(params.uploadId, { userId: user.id, databaseId: database.id });
    return { result: await previewStaged({ loader, staging }, file, body) };
  });
  router.route(uploadEndpoints.discard, async ({ user, params }) => {
    const file = staging.get(params.uploadId, { userId: user.id, databaseId: parseId(params.id) });
    await staging.discard(file.id);
    return { message: 'OK' };
  });
}

interface Loading {
  readonly datasets: DatasetActions;
  readonly staging: Staging;
  readonly loader: FileLoader;
  readonly jobs: UploadJobs;
  readonly stagingFolder: string;
}

function registerLoading(router: Router, services: Services, loading: Loading): void {
  const { staging, jobs, stagingFolder } = loading;
  router.route(uploadEndpoints.upload, async ({ user, params, request, signal, answer }) => {
    if (request.isMultipart()) {
      return answer(201, await loadForm(services, loading, { user, id: params.id, request, signal }));
    }
    const database = await getUploadDatabase(services, user, parseId(params.id));
    // Read by the schema just now.
    const body = readUpload(request.body) as UploadBody;
    const file = staging.get(body.upload_id, { userId: user.id, databaseId: database.id });
    checkTarget({ user, database, file, body });
    const job = await jobs.start({
      userId: user.id,
      payload: { file: file.name, table: body.table_name, databaseId: database.id },
      run: async ({ jobId, ...hooks }) => {
        const rejectsTarget = rejectsPath(stagingFolder, jobId);
        const request = { user, database, file, body, rejectsTarget, ...hooks };
        const result = await loadStaged({ services, ...loading }, request);
        await staging.discard(file.id);
        return result;
      },
      describe: (error) => describeFailure(error, (cause) => services.log.error({ err: cause }, 'upload failed')),
    });
    return answer(202, { result: job });
  });
  router.route(uploadEndpoints.job, async ({ user, params }) => ({ result: await jobs.get(params.jobId, user.id) }));
  router.route(uploadEndpoints.rejected, async ({ user, params, reply }) => {
    const { job_id: id } = await jobs.get(params.jobId, user.id);
    const file = await open(rejectsPath(stagingFolder, id)).catch(() => null);
    if (!file) throw notFound();
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="rejected-lines.csv"')
      .send(file.createReadStream());
  });
  router.route(uploadEndpoints.cancel, async ({ user, params }) => {
    await jobs.cancel(params.jobId, user.id);
    return { message: 'OK' };
  });
}

interface FormLoad {
  readonly user: User;
  readonly id: string;
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
}

/** One call with everything in it, for scripts: detected types, and the answer when the data are in. */
async function loadForm(services: Services, loading: Loading, { user, id, request, signal }: FormLoad) {
  const { database, file, fields } = await take(services, loading.staging, { user, id, request });
  const owner = { userId: user.id, databaseId: database.id };
  try {
    const body = await toBody(loading, file, fields);
    const staged = loading.staging.get(file.id, owner);
    const result = await loadStaged({ services, ...loading }, { user, database, file: staged, body, signal });
    return { message: 'OK', result };
  } finally {
    await loading.staging.discard(file.id);
  }
}

async function toBody(tools: PreviewTools, file: StagedFile, fields: Readonly<Record<string, unknown>>) {
  if (typeof fields.table_name !== 'string')
    throw fieldError({ table_name: ['Missing data for required field.'] }, 400);
  const options = readReferenceOptions(fields, file.format);
  const preview = await previewStaged(tools, file, options);
  const columns = readReferenceColumns(fields, preview);
  // Read by the schema just now.
  return readUpload({ ...fields, ...options, upload_id: file.id, columns }) as UploadBody;
}
