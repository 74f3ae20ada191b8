import { labelOfCell } from '@powerset/chart-kit';
import { isTotalsQuery, type ReportFormat, type ResultTable } from '@powerset/contract';
import { can, findVisibleChart, type User } from '../../access/index.ts';
import { type Answers, loadChartRequest } from '../../answers/index.ts';
import { commandError } from '../../http/index.ts';
import { type Document, isDocument, isJson, parseDocument, type Row } from '../../metadata/index.ts';
import { unpackTable } from '../../packed/index.ts';
import { pictureLanguage } from '../../pictures/index.ts';
import type { Services } from '../../services.ts';
import type { Report } from './store.ts';

/** What this room needs of the rooms of dashboards and pictures. */
export interface ReportSources {
  readonly answers: Answers;
  readonly findDashboard: (user: User, id: number) => Promise<Row<'dashboards'>>;
  /** A lasting link to a dashboard in a state; its key. */
  readonly shareDashboard: (user: User, id: number, state: Document) => Promise<string>;
  readonly drawChart: (row: Row<'charts'>, picture: ReportPicture) => Promise<Uint8Array>;
  /** A dashboard as a file that needs no server. */
  readonly makeOfflineFile: (row: Row<'dashboards'>, request: FileRequest, state: Document) => Promise<string>;
  readonly drawDashboard: (row: Row<'dashboards'>, picture: ReportPicture, state: Document) => Promise<Uint8Array>;
}

type FileRequest = Pick<ReportPicture, 'user' | 'signal' | 'locale'>;

interface ReportPicture {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly isForced: boolean;
  readonly format: 'png' | 'pdf';
  readonly locale: string;
  readonly width: number | null;
}

export interface ContentFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** Rows as people read them. */
export interface ContentTable {
  readonly heads: readonly { readonly text: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** How many more there are. */
  readonly leftOut: number;
}

/** What is delivered: the same to everybody. */
export interface Content {
  /** The name of the chart or dashboard. */
  readonly source: string;
  readonly url: string;
  /** Shown in the message. */
  readonly picture: ContentFile | null;
  readonly table: ContentTable | null;
  /** Sent along. */
  readonly files: readonly ContentFile[];
}

interface ContentRequest {
  readonly report: Report;
  readonly user: User;
  readonly signal: AbortSignal;
}

const mostBytes = 20 * 1024 * 1024;
const [mostRows, mostColumns, mostCharacters] = [100, 12, 200];

/** Makes what a report delivers, as its runner sees it at this moment; what stands in its way is thrown in words. */
export async function makeContent(
  services: Services,
  sources: ReportSources,
  request: ContentRequest,
): Promise<Content> {
  const { report } = request;
  const content =
    report.chart_id === null
      ? await ofDashboard(services, sources, { ...request, id: report.dashboard_id ?? 0 })
      : await ofChart(services, sources, { ...request, id: report.chart_id });
  const bytes = [...content.files, content.picture].reduce((sum, file) => sum + (file?.content.length ?? 0), 0);
  if (bytes > mostBytes)
    throw commandError(`What is to be sent is larger than ${mostBytes / 1024 / 1024} MB. Narrow the chart’s rows.`);
  return content;
}

const mayNotExport = 'The one as whom the report runs may not export rows.';

type Asked = ContentRequest & { readonly id: number };

async function ofChart(
  services: Services,
  sources: ReportSources,
  { report, user, signal, id }: Asked,
): Promise<Content> {
  const row = await findVisibleChart(services.store, user, id);
  if (!row) throw commandError('The chart is gone, or is hidden from the one as whom the report runs.');
  const page = { source: row.slice_name, url: `${originOf(services)}/explore/?slice_id=${id}` };
  const isForced = report.force_screenshot === 1;
  const format = report.report_format as ReportFormat;
  if (format === 'PNG' || format === 'PDF') {
    const kind = format === 'PNG' ? 'png' : 'pdf';
    const own = { width: report.custom_width, locale: localeOf(report) };
    const look = { user, signal, isForced, format: kind, ...own } as const;
    return { ...page, ...toPicture(row.slice_name, kind, await sources.drawChart(row, look)) };
  }
  const chart = { id, isForced, name: row.slice_name };
  const tables = await readRows(services, sources, { user, signal, ...chart });
  if (format === 'TEXT') {
    const [first] = tables;
    if (!first) throw commandError('The chart has no rows.');
    return { ...page, picture: null, table: toContentTable(unpackTable(first)), files: [] };
  }
  if (!can(user, 'can_csv', 'Superset')) throw commandError(mayNotExport);
  const { defusesFormulas, csvNull } = services.config;
  const kind = format === 'CSV' ? 'csv' : 'xlsx';
  const asked = { tables, format: kind, name: fileName(row.slice_name), defusesFormulas, csvNull } as const;
  const { name, type, content } = await services.rowWorkers.file(asked, signal);
  return { ...page, picture: null, table: null, files: [{ name, type, content }] };
}

interface RowsRequest {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly id: number;
  readonly isForced: boolean;
}

async function readRows(services: Services, { answers }: ReportSources, { user, signal, id, isForced }: RowsRequest) {
  const request = await loadChartRequest(services, user, { id, force: isForced });
  const given = await answers.answer({ user, request, signal });
  return given.flatMap(({ table }, at) => (isTotalsQuery(request.queries[at] ?? {}) ? [] : [table]));
}

async function ofDashboard(services: Services, sources: ReportSources, asked: Asked): Promise<Content> {
  const { report, user, signal, id } = asked;
  const row = await sources.findDashboard(user, id).catch(() => {
    throw commandError('The dashboard is gone, or is hidden from the one as whom the report runs.');
  });
  const { dashboard: saved } = parseDocument(report.extra_json) ?? {};
  const state = isDocument(saved) ? saved : {};
  const url = await addressOf(services, sources, { user, id, state });
  if (report.report_format === 'HTML') {
    if (!can(user, 'can_csv', 'Superset')) throw commandError(mayNotExport);
    const html = await sources.makeOfflineFile(row, { user, signal, locale: localeOf(report) }, state);
    const file = { name: `${fileName(row.dashboard_title)}.html`, type: 'text/html', content: Buffer.from(html) };
    return { source: row.dashboard_title, url, picture: null, table: null, files: [file] };
  }
  const format = report.report_format === 'PDF' ? 'pdf' : 'png';
  const own = { isForced: report.force_screenshot === 1, width: report.custom_width, locale: localeOf(report) };
  const look = { user, signal, format, ...own } as const;
  const [first = state, ...others] = statesOfTabs(state);
  const pictures = toPicture(row.dashboard_title, format, await sources.drawDashboard(row, look, first));
  const files = [...pictures.files];
  for (const [index, other] of others.entries()) {
    const content = await sources.drawDashboard(row, look, other);
    const name = `${fileName(row.dashboard_title)}_${index + 2}.${format}`;
    files.push({ name, type: format === 'pdf' ? 'application/pdf' : 'image/png', content });
  }
  return { ...pictures, source: row.dashboard_title, url, files };
}

const mostTabs = 20;

/** Of tabs that are named together, as JSON in the anchor, each is seen for itself; else the state is the only one. */
function statesOfTabs(state: Document): readonly Document[] {
  const { anchor, activeTabs } = state;
  const tabs = typeof anchor === 'string' && anchor.startsWith('[') ? readTabs(anchor) : [];
  if (tabs.length < 2) return [state];
  const open = Array.isArray(activeTabs) ? activeTabs.filter((tab) => !tabs.includes(String(tab))) : [];
  return tabs.slice(0, mostTabs).map((tab) => ({ ...state, activeTabs: [...open, tab], anchor: null }));
}

function readTabs(text: string): readonly string[] {
  const tabs: unknown = isJson(text) ? JSON.parse(text) : [];
  return Array.isArray(tabs) ? [...new Set(tabs.map(String))] : [];
}

interface Addressed {
  readonly user: User;
  readonly id: number;
  readonly state: Document;
}

async function addressOf(services: Services, sources: ReportSources, { user, id, state }: Addressed): Promise<string> {
  const path =
    Object.keys(state).length === 0
      ? `/superset/dashboard/${id}/`
      : `/superset/dashboard/p/${await sources.shareDashboard(user, id, state)}/`;
  return `${originOf(services)}${path}`;
}

/** In which language its owner read when it was saved. */
export function localeOf(report: Pick<Report, 'extra_json'>): string {
  const { locale } = parseDocument(report.extra_json) ?? {};
  return pictureLanguage(typeof locale === 'string' ? locale : null);
}

function toPicture(title: string, format: 'png' | 'pdf', content: Uint8Array): Omit<Content, 'source' | 'url'> {
  const name = `${fileName(title)}.${format}`;
  if (format === 'png') return { picture: { name, type: 'image/png', content }, table: null, files: [] };
  return { picture: null, table: null, files: [{ name, type: 'application/pdf', content }] };
}

/** Where people reach the server, as far as it knows by itself. */
export function originOf({ config }: Pick<Services, 'config'>): string {
  return config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${config.port}`;
}

function fileName(text: string): string {
  return (
    text
      .replace(/[^\p{L}\p{N}-]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 80) || 'report'
  );
}

function toContentTable(table: ResultTable): ContentTable {
  const columns = table.columns.slice(0, mostColumns);
  const count = Math.min(table.rowCount, mostRows);
  return {
    heads: columns.map(({ name, type }) => ({ text: name, isNumber: type === 'number' })),
    rows: Array.from({ length: count }, (_, row) =>
      columns.map((column) => labelOfCell(column.values[row], column).slice(0, mostCharacters)),
    ),
    leftOut: table.rowCount - count,
  };
}
