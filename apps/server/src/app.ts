import { type DescribedEndpoint, firstQuestionsOf } from '@powerset/contract';
import type { FastifyInstance } from 'fastify';
import type { User } from './access/index.ts';
import { registerAgentRooms } from './agent-rooms.ts';
import { type Answers, createAnswers } from './answers/index.ts';
import { registerCheckRooms } from './check-rooms.ts';
import type { Config } from './config.ts';
import { registerAccessRequests } from './features/access-requests/index.ts';
import { registerAnnotations } from './features/annotations/index.ts';
import { registerApiKeys } from './features/api-keys/index.ts';
import { registerBundles, registerExamples } from './features/bundles/index.ts';
import {
  createAsyncJobs,
  openJobSockets,
  registerChartData,
  withAnnotations,
  withChartLayers,
} from './features/chart-data/index.ts';
import { registerChartPlugins } from './features/chart-plugins/index.ts';
import { registerCharts } from './features/charts/index.ts';
import { registerCssTemplates } from './features/css-templates/index.ts';
import {
  createDashboardPermalinks,
  findDashboardCharts,
  findDashboardId,
  getVisibleDashboard,
  readFilePage,
  registerDashboards,
} from './features/dashboards/index.ts';
import { registerDatabaseSignIns } from './features/database-sign-ins/index.ts';
import {
  createConnectionCodec,
  ensureEmbeddedDatabase,
  registerDatabases,
  setEmbeddedAside,
} from './features/databases/index.ts';
import { createDatasetMaker, refreshDataset, registerDatasets } from './features/datasets/index.ts';
import { createFraming, registerEmbeddedDashboards } from './features/embedded-dashboards/index.ts';
import { ensureExamples } from './features/examples/index.ts';
import { registerExplore } from './features/explore/index.ts';
import { registerFilterSets } from './features/filter-sets/index.ts';
import { installAudit, registerLogs } from './features/logs/index.ts';
import { registerPictures } from './features/pictures/index.ts';
import { type Reports, registerReports } from './features/reports/index.ts';
import { registerRowLevelRules } from './features/row-level-rules/index.ts';
import type { Schedules } from './features/schedules/index.ts';
import { createSetUp, registerSecurity, type SetUp } from './features/security/index.ts';
import { registerSystem } from './features/system/index.ts';
import { registerTags } from './features/tags/index.ts';
import { findSystemLooks, registerThemes } from './features/themes/index.ts';
import { registerTrash } from './features/trash/index.ts';
import { registerUploads } from './features/uploads/index.ts';
import { registerFigureRooms } from './figure-rooms.ts';
import { forwardOwned } from './forwarded.ts';
import {
  createCostlyCalls,
  createRouter,
  installErrorHandler,
  installWebFiles,
  type Router,
  type ServedRoute,
} from './http/index.ts';
import { type AppOptions, closeServices, openServices } from './open-services.ts';
import { createMail } from './outgoing/index.ts';
import { createPictures } from './pictures/index.ts';
import { createProcessWatch } from './process-watch.ts';
import { createPeerFiles, serveNoPages } from './processes/index.ts';
import type { Services } from './services.ts';
import { registerSqlEditorRooms } from './sql-editor-rooms.ts';
import { traceRequests } from './traces/index.ts';
import { forgetExpired } from './trash/index.ts';

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly setUp: SetUp;
  /** Everything the server answers, for the access matrix. */
  readonly endpoints: readonly DescribedEndpoint[];
  readonly routes: readonly ServedRoute[];
  /** Runs what is scheduled; it keeps no time of its own before the server is warm. */
  readonly schedules: Schedules;
  /** Delivers what is due; likewise. */
  readonly reports: Reports;
  /** Work that waits until the server answers: the engine's start, example data, expired things. */
  warmUp(say: (line: string) => void): Promise<void>;
  /** To be called before `close`: what comes meanwhile goes to the other processes, where there are some. */
  leaveToOthers(): Promise<void>;
  close(): Promise<void>;
}

/** Pictures are drawn one after the other: nobody's page waits for them. */
const pictureThreads = { threads: 1, memoryMb: 512 };

const openMail = ({ smtpUrl, mailFrom }: Config) =>
  smtpUrl && mailFrom ? createMail({ url: smtpUrl, from: mailFrom }) : null;

/** What draws without a browser, who asks it to, and who delivers what it draws. */
function registerPictureRooms(router: Router, services: Services, answers: Answers) {
  const { config, now, store, traces } = services;
  const pictures = createPictures({ entry: config.pictureEntry, ...pictureThreads, now, traces });
  const routes = registerPictures(router, {
    ...{ services, answers, pictures },
    findDashboard: (user, idOrSlug) => getVisibleDashboard(services, user, idOrSlug),
    loadCharts: (dashboardId) => findDashboardCharts(store, dashboardId),
    readPage: (user, row) => readFilePage(services, user, row),
    findLooks: () => findSystemLooks(services),
  });
  const links = createDashboardPermalinks(services);
  const reports = registerReports(router, services, {
    ...routes.forReports,
    answers,
    mail: openMail(config),
    findDashboard: (user, id) => getVisibleDashboard(services, user, String(id)),
    shareDashboard: (user, id, state) => links.create(user, String(id), state),
  });
  const close = async () => {
    await reports.close();
    routes.close();
    await pictures.close();
  };
  return { pictures, reports, close };
}

/** What answers charts, at once and later, and who is told when it is later. */
function registerChartAnswers(router: Router, services: Services, deps: { server: FastifyInstance; answers: Answers }) {
  const jobs = createAsyncJobs(services, deps.answers);
  registerChartData(router, services, { answers: deps.answers, jobs });
  const sockets = openJobSockets(deps.server, services, { jobs });
  const close = async () => {
    // Before jobs are ended, which their pages would be told: they ask the next process again.
    await sockets.close();
    await jobs.close();
  };
  const ownerOf = (key: string) => jobs.ownerOf(key);
  return { close, ownerOf, takeOver: (gone: string | null) => jobs.takeOver(gone) };
}

function registerChartRooms(router: Router, services: Services): void {
  registerChartPlugins(router, services);
  registerCharts(router, services);
}

function registerDashboardRooms(router: Router, services: Services): void {
  registerDashboards(router, services);
  registerCssTemplates(router, services);
  registerThemes(router, services);
  registerFilterSets(router, services, {
    findDashboard: (user, idOrSlug) => getVisibleDashboard(services, user, idOrSlug),
  });
  registerEmbeddedDashboards(router, services, {
    findDashboard: (user, idOrSlug) => getVisibleDashboard(services, user, idOrSlug),
  });
  registerAccessRequests(router, services, { findDashboardId: (name) => findDashboardId(services, name) });
}

/** What people say about data and about objects, and what they deleted of them. */
function registerDescriptionRooms(router: Router, services: Services): void {
  registerAnnotations(router, services);
  registerTags(router, services);
  registerTrash(router, services);
}

/** What administrators alone read, and the keys of everybody. */
function registerAdminRooms(router: Router, services: Services): void {
  registerLogs(router, services);
  registerApiKeys(router, services);
}

/** Puts the rooms together: store, access, engines, features, and the way in over HTTP. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, now, version } = options;
  const watch = createProcessWatch();
  const { server, routes, services, drain } = await openServices(options, watch);
  const setUp = await createSetUp(services);
  // Before any route: hooks are of those that come after them.
  traceRequests(server, services.traces);
  const audit = installAudit(server, services);
  if (config.role === 'worker') serveNoPages(server);
  forwardOwned(server, services, watch);
  const costlyCalls = createCostlyCalls({ perMinute: config.costlyCallsPerMinute, now, shared: services.shared });
  const router = createRouter({ app: server, ...services, costlyCalls, publicUrl: config.publicUrl });
  registerSystem(router, services, version);
  registerChartRooms(router, services);
  registerDashboardRooms(router, services);
  await (config.peerUrl === null ? ensureEmbeddedDatabase(services) : setEmbeddedAside(services));
  registerDatabases(router, services);
  registerDatabaseSignIns(router, services);
  registerBundles(router, services, { connections: createConnectionCodec(services) });
  registerExplore(router, services);
  const answers = withChartLayers(services, withAnnotations(services, createAnswers(services)));
  registerExamples(router, services, answers);
  registerFigureRooms(router, services, answers);
  registerCheckRooms(router, services);
  const pictures = registerPictureRooms(router, services, answers);
  const jobs = registerChartAnswers(router, services, { server, answers });
  const datasetMaker = createDatasetMaker(services);
  registerRowLevelRules(router, services, answers);
  registerDatasets(router, services, { maker: datasetMaker, runner: answers });
  const datasets = {
    ...datasetMaker,
    refresh: (user: User, id: number) => refreshDataset(services, user, id),
  };
  const uploads = registerUploads(router, services, { datasets });
  await uploads.sweep();
  registerDescriptionRooms(router, services);
  registerAdminRooms(router, services);
  registerAgentRooms(router, services, { server, version });
  const editing = { results: services.engines.results, answers, pictures: pictures.pictures, datasets };
  const sqlEditor = registerSqlEditorRooms(router, services, editing);
  // Alone, it follows whichever came before it.
  await sqlEditor.settle(config.peerUrl === null ? undefined : null);
  if (config.peerUrl === null) await jobs.takeOver(null);
  Object.assign(watch, { editor: sqlEditor, jobs, clocks: [sqlEditor.schedules, pictures.reports] });
  await services.processes.start();
  const mail = openMail(config);
  const directory = registerSecurity(router, services, {
    setUp,
    version,
    mail,
    endRunsOf: sqlEditor.endRunsOf,
    findLooks: () => findSystemLooks(services),
  });
  installErrorHandler(server);
  await installWebFiles(server, {
    ...{ config, questions: firstQuestionsOf, framing: createFraming(services), now },
    findElsewhere: createPeerFiles(services.processes),
  });
  const close = async () => {
    for (const room of [jobs, pictures, answers, uploads, sqlEditor, directory, server, audit]) await room?.close();
    await closeServices(services);
  };
  const { schedules } = sqlEditor;
  const { reports } = pictures;
  return {
    server,
    services,
    setUp,
    endpoints: router.endpoints,
    routes,
    schedules,
    reports,
    warmUp: (say) => warmUp({ services, clocks: [schedules, reports, ...(directory ? [directory] : [])], say }),
    leaveToOthers: async () => (config.peerUrl === null ? undefined : drain()),
    close,
  };
}

async function warmEmbedded(services: Services, say: (line: string) => void): Promise<void> {
  const databaseId = await ensureEmbeddedDatabase(services);
  const engine = await services.engines.getEmbedded(databaseId);
  await engine.warmUp();
  await ensureExamples(services, { databaseId, engine, say });
}

interface WarmUp {
  readonly services: Services;
  readonly clocks: readonly Pick<Schedules, 'start'>[];
  readonly say: (line: string) => void;
}

async function warmUp({ services, clocks, say }: WarmUp): Promise<void> {
  const { sessions } = services;
  try {
    if (services.config.peerUrl === null) await warmEmbedded(services, say);
    await sessions.removeExpired();
    await forgetExpired(services.store, services);
  } finally {
    // Other databases are there even when the embedded engine is not.
    for (const clock of clocks) clock.start();
  }
}
