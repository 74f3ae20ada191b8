import { join } from 'node:path';
import { FileReadingOptions, UploadBody, uploadEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../access/index.ts';
import { createFileLoader, type FileLoader } from '../../engines/index.ts';
import { compileReader, fieldError, parseId, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { readForm } from './form.ts';
import { createUploadJobs, type UploadJobs } from './jobs.ts';
import {
  checkTarget,
  type DatasetHands,
  describeFailure,
  getUploadDatabase,
  loadStaged,
  previewStaged,
} from './service.ts';
import { createStaging, type StagedFile, type Staging } from './staging.ts';

export interface UploadRooms {
  readonly datasets: DatasetHands;
}

const readUpload = compileReader(UploadBody, false);
const readOptions = compileReader(FileReadingOptions, false);

/** Returns what is done once the server answers: leftovers of an earlier process are cleared away. */
export function registerUploads(router: Router, services: Services, { datasets }: UploadRooms) {
  const stagingFolder = join(services.config.dataFolder, 'engine', 'staging');
  const staging = createStaging(stagingFolder, services.config.uploadMaxMb);
  const loader = createFileLoader({ desk: services.engines.desk, stagingFolder });
  const jobs = createUploadJobs(services);
  registerStaging(router, services, { staging, loader });
  registerLoading(router, services, { datasets, staging, loader, jobs });
  return {
    sweep: async () => {
      await staging.sweep();
      await jobs.sweep();
    },
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
  router.route(uploadEndpoints.stage, async ({ user, params, request }) => {
    const { file, fields } = await take(services, staging, { user, id: params.id, request });
    try {
      // Read by the schema just now.
      const options = readOptions(fields) as FileReadingOptions;
      return { result: await previewStaged(loader, file, options) };
    } catch (error) {
      await staging.discard(file.id);
      throw error;
    }
  });
  router.route(uploadEndpoints.preview, async ({ user, params, body }) => {
    const database = await getUploadDatabase(services, user, parseId(params.id));
    const file = staging.get(params.uploadId, { userId: user.id, databaseId: database.id });
    return { result: await previewStaged(loader, file, body) };
  });
  router.route(uploadEndpoints.discard, async ({ user, params }) => {
    const file = staging.get(params.uploadId, { userId: user.id, databaseId: parseId(params.id) });
    await staging.discard(file.id);
    return { message: 'OK' };
  });
}

interface Loading {
  readonly datasets: DatasetHands;
  readonly staging: Staging;
  readonly loader: FileLoader;
  readonly jobs: UploadJobs;
}

function registerLoading(router: Router, services: Services, rooms: Loading): void {
  const { staging, jobs } = rooms;
  router.route(uploadEndpoints.upload, async ({ user, params, request, reply, signal }) => {
    if (request.isMultipart()) {
      const answer = await loadForm(services, rooms, { user, id: params.id, request, signal });
      return reply.code(201).send(answer);
    }
    const database = await getUploadDatabase(services, user, parseId(params.id));
    // Read by the schema just now.
    const body = readUpload(request.body) as UploadBody;
    const file = staging.get(body.upload_id, { userId: user.id, databaseId: database.id });
    checkTarget({ user, database, body });
    const job = await jobs.start({
      userId: user.id,
      payload: { file: file.name, table: body.table_name, databaseId: database.id },
      run: async (hooks) => {
        const result = await loadStaged({ services, ...rooms }, { user, database, file, body, ...hooks });
        await staging.discard(file.id);
        return result;
      },
      describe: (error) => describeFailure(error, (cause) => services.log.error({ err: cause }, 'upload failed')),
    });
    return reply.code(202).send({ result: job });
  });
  router.route(uploadEndpoints.job, async ({ user, params }) => ({ result: await jobs.get(params.jobId, user.id) }));
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
async function loadForm(services: Services, rooms: Loading, { user, id, request, signal }: FormLoad) {
  const { database, file, fields } = await take(services, rooms.staging, { user, id, request });
  try {
    const body = await toBody(rooms.loader, file, fields);
    const result = await loadStaged({ services, ...rooms }, { user, database, file, body, signal });
    return { message: 'OK', result };
  } finally {
    await rooms.staging.discard(file.id);
  }
}

async function toBody(loader: FileLoader, file: StagedFile, fields: Readonly<Record<string, unknown>>) {
  if (typeof fields.table_name !== 'string')
    throw fieldError({ table_name: ['Missing data for required field.'] }, 400);
  const preview = await previewStaged(loader, file, readOptions(fields) as FileReadingOptions);
  const columns = preview.columns.map(({ name, detected_type: type }) => ({ source: name, name, type }));
  // Read by the schema just now.
  return readUpload({ ...fields, upload_id: file.id, columns }) as UploadBody;
}
