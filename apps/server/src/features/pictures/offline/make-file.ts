import { findChartDefinition } from '@powerset/charts/definitions';
import {
  type Bootstrap,
  dashboardEndpoints,
  findLanguage,
  type LanguageCode,
  type OfflineFile,
  securityEndpoints,
  urlOf,
  type WireDashboardChart,
  type WireDashboardDetail,
} from '@powerset/contract';
import type { User } from '../../../access/index.ts';
import type { CubeDimension, PackedCube } from '../../../answers/index.ts';
import { commandError } from '../../../http/index.ts';
import { type Document, parseDocument, type Row } from '../../../metadata/index.ts';
import { readMapFile } from '../../../pictures/index.ts';
import { filtersOf } from '../dashboard-filters.ts';
import type { PictureDeps } from '../service.ts';
import { withUnplacedCharts } from '../unplaced-charts.ts';
import { findMainCubes, findMoreCubes, findRows, unique } from './dimension-sets.ts';
import { isOfflinePageBuilt, readTexts, toDocument } from './document.ts';
import { filterQuestion } from './filter-questions.ts';
import type { FileDataset, FileGiven, Sizes } from './given.ts';
import { problemOf } from './problems.ts';
import {
  chartQuestion,
  datasetOf,
  dimensionOf,
  type OpenQuestion,
  type PackedQuestion,
  targetColumn,
  wantedOf,
} from './questions.ts';
import { readSizes } from './sizes.ts';
import { createTurns } from './turns-of-files.ts';
import { askVariants } from './variants.ts';
import { compressContent } from './write-file.ts';

/** What the page of a dashboard reads first, as somebody reads it who is nobody. */
export interface FilePage {
  readonly dashboard: WireDashboardDetail;
  readonly charts: readonly WireDashboardChart[];
  readonly datasets: readonly FileDataset[];
}

export interface OfflineDeps extends PictureDeps {
  readonly loadCharts: (dashboardId: number) => Promise<readonly Row<'charts'>[]>;
  /** What this person may see of the dashboard, without the names of people and without SQL. */
  readonly readPage: (user: User, row: Row<'dashboards'>) => Promise<FilePage>;
  readonly findLooks: () => Promise<Pick<Bootstrap, 'theme'>>;
}

export interface FileRequest {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly masks: Document;
  readonly activeTabs: readonly string[];
  readonly theme: 'light' | 'dark';
  readonly locale: string;
  readonly urlParams?: Readonly<Record<string, string>>;
}

export interface OfflineFiles {
  /** The file as it is saved or sent; throws in words what stands in its way. */
  readonly make: (row: Row<'dashboards'>, request: FileRequest) => Promise<string>;
}

/** Longer dashboards are looked at on their own pages. */
const mostCharts = 60;
/** Values of all cubes together. */
const mostCells = 3_000_000;
const deadlineMs = 60_000;
/** After that no more is asked for by which filters would be followed. */
const patienceMs = 25_000;
const permalinkKey = 'file';

export function createOfflineFiles(deps: OfflineDeps): OfflineFiles {
  const inTurn = createTurns();
  return {
    make: (row, request) => {
      const { webFolder } = deps.services.config;
      if (!isOfflinePageBuilt(webFolder))
        throw commandError('The page that lies in such a file was not built on this server.');
      const late = AbortSignal.timeout(deadlineMs);
      const signal = AbortSignal.any([request.signal, late]);
      return inTurn(signal, () => makeFile(deps, row, { ...request, signal })).catch((error: unknown) => {
        if (late.aborted && !request.signal.aborted)
          throw commandError(`The dashboard took longer than ${deadlineMs / 1000} s. Narrow its charts.`);
        throw error;
      });
    },
  };
}

async function makeFile(deps: OfflineDeps, row: Row<'dashboards'>, request: FileRequest): Promise<string> {
  const { services } = deps;
  const { user, signal, masks, theme } = request;
  const [page, charts, looks] = await Promise.all([
    deps.readPage(user, row),
    deps.loadCharts(row.id),
    deps.findLooks(),
  ]);
  const dashboard = {
    id: row.id,
    metadata: parseDocument(row.json_metadata) ?? {},
    position: withUnplacedCharts(parseDocument(row.position_json) ?? {}, charts),
  };
  const shown = chartsOnIt(dashboard.position, charts);
  const drawing = { ...deps, user, signal, ...(request.urlParams ? { urlParams: request.urlParams } : {}) };
  const given = openGiven({ drawing, dashboard, charts: shown, datasets: page.datasets, masks });
  const questions = await askAll(given);
  const language = findLanguage(request.locale) ?? 'en';
  const facts = {
    ...{ title: row.dashboard_title ?? '', dashboardId: row.id, theme, language },
    madeAt: services.now().toISOString(),
    search: `?uiConfig=9&permalink_key=${permalinkKey}`,
    reads: readsOf(page, looks, { services, request, row }),
    maps: mapsOf(shown),
  };
  return pack(deps, { facts, questions, language }, signal);
}

interface Made {
  readonly facts: Omit<OfflineFile, 'questions' | 'texts'>;
  readonly questions: readonly PackedQuestion[];
  readonly language: LanguageCode;
}

async function pack({ services }: OfflineDeps, made: Made, signal: AbortSignal): Promise<string> {
  const { webFolder } = services.config;
  const { facts, questions, language } = made;
  const data = await compressContent({ facts, texts: readTexts(webFolder, language), questions }, signal);
  if (!data) throw commandError('The file would be larger than 20 MB. Narrow the charts of the dashboard.');
  return toDocument({ webFolder, title: facts.title, language, theme: facts.theme, data });
}

/** Sizes of a dataset are asked for once, for all columns that any of its charts may be filtered by. */
function openGiven(known: Omit<FileGiven, 'room' | 'sizesOf'>): FileGiven {
  const sizes = new Map<number, Promise<Sizes>>();
  const given: FileGiven = {
    ...known,
    room: { cells: mostCells, untilMs: known.drawing.services.now().getTime() + patienceMs },
    sizesOf: (datasetId) => {
      const before = sizes.get(datasetId) ?? readSizes(given, datasetId, dimensionsOf(given, datasetId));
      sizes.set(datasetId, before);
      return before;
    },
  };
  return given;
}

function dimensionsOf(given: FileGiven, datasetId: number): readonly CubeDimension[] {
  const dataset = given.datasets.find(({ id }) => id === datasetId);
  if (!dataset) return [];
  const own = given.charts.filter((chart) => datasetOf(given, chart) === dataset);
  const wanted = own.map((chart) => wantedOf(given, chart, dataset));
  const ofFilters = filtersOf(given.dashboard.metadata).flatMap((one) => dimensionOf(dataset, targetColumn(one)) ?? []);
  const all = wanted.flatMap(({ values, time, ranges, marks }) => [
    ...values,
    ...(time ? [time] : []),
    ...ranges,
    ...marks,
  ]);
  return unique([...ofFilters, ...all]);
}

/** Filters first: without their values nothing can be chosen. Then what most people filter by, of all charts; then the rest. */
async function askAll(given: FileGiven): Promise<readonly PackedQuestion[]> {
  const { signal } = given.drawing;
  const filters: PackedQuestion[] = [];
  for (const filter of filtersOf(given.dashboard.metadata)) {
    const question = await filterQuestion(given, filter).catch(toProblem(`filter:${String(filter.id)}`, signal));
    if (question) filters.push(question);
  }
  const open: OpenQuestion[] = [];
  const failed: PackedQuestion[] = [];
  for (const chart of given.charts) {
    const question = await chartQuestion(given, chart).catch(toProblem(`chart:${chart.id}`, signal));
    if (question && 'problem' in question) failed.push(question);
    else if (question && 'source' in question) open.push(question);
  }
  refuseEmpty(open, failed);
  const charts = open.map((one) => ({ ...one, found: [] as (readonly PackedCube[])[] }));
  for (const { found, wanted, source, showsRows } of charts)
    found.push(...(await (showsRows ? findRows : findMainCubes)(wanted, source)));
  const variants = new Map<OpenQuestion['question'], PackedQuestion['answers']>();
  for (const { chart, question, found } of charts)
    if (found.length === 0) variants.set(question, await askVariants(given, chart, filters));
  for (const { found, wanted, source, showsRows } of charts)
    if (!showsRows) found.push(...(await findMoreCubes(wanted, source)));
  const asked = charts.map(({ question, queries, found }) => ({
    ...question,
    answers: [...question.answers, ...(variants.get(question) ?? [])],
    cubes: queries.map((_, at) => found.flatMap((cubes) => cubes[at] ?? [])),
  }));
  return [...filters, ...asked, ...failed];
}

/** What this person is refused, or what fails, is not in the file, and its place says why. */
const toProblem =
  (key: string, signal: AbortSignal) =>
  (error: unknown): PackedQuestion => {
    signal.throwIfAborted();
    return { key, columns: [], answers: [], cubes: [], problem: problemOf(error) };
  };

/** A file in which no chart has a figure helps nobody: a report that has it for content fails, and its owners hear of it. */
function refuseEmpty(open: readonly OpenQuestion[], [first]: readonly PackedQuestion[]): void {
  if (open.length === 0 && first?.problem) throw commandError(first.problem);
}

function chartsOnIt(position: Document, charts: readonly Row<'charts'>[]): readonly Row<'charts'>[] {
  const ids = Object.values(position).flatMap((node) => {
    const meta: unknown = typeof node === 'object' && node !== null && 'meta' in node ? node.meta : null;
    return typeof meta === 'object' && meta !== null && 'chartId' in meta ? [Number(meta.chartId)] : [];
  });
  return charts.filter(({ id }) => ids.includes(id)).slice(0, mostCharts);
}

interface Reader {
  readonly services: OfflineDeps['services'];
  readonly request: FileRequest;
  readonly row: Row<'dashboards'>;
}

/** What the page of a file reads, by path. */
function readsOf(page: FilePage, looks: Pick<Bootstrap, 'theme'>, { services, request, row }: Reader) {
  const params = { id: String(row.id) };
  const bootstrap: Bootstrap = {
    ...{ user: null, needsSetUp: false, csrfToken: '', conf: {}, scheduleForm: null, runsSchedules: false },
    ...{ featureFlags: services.config.featureFlags, locale: 'en', version: '' },
    ...looks,
  };
  const state = { dataMask: request.masks, activeTabs: [...request.activeTabs], urlParams: [] };
  return {
    [securityEndpoints.bootstrap.path]: bootstrap,
    [urlOf(dashboardEndpoints.get, { params })]: { id: row.id, result: page.dashboard },
    [urlOf(dashboardEndpoints.charts, { params })]: { result: page.charts },
    [urlOf(dashboardEndpoints.datasets, { params })]: { result: page.datasets },
    [urlOf(dashboardEndpoints.getPermalink, { params: { key: permalinkKey } })]: { dashboardId: params.id, state },
  };
}

function mapsOf(charts: readonly Row<'charts'>[]): Readonly<Record<string, unknown>> {
  const names = charts.flatMap(({ viz_type: type, params }) => {
    const form = { ...parseDocument(params), viz_type: type ?? '' };
    return findChartDefinition(form.viz_type)?.mapsOf?.(form) ?? [];
  });
  return Object.fromEntries([...new Set(names)].map((name) => [name, readMapFile(name)]));
}
