import { pictureEndpoints, urlOf } from '@powerset/contract';
import { ScreenshotSizes as ScreenshotSizesSchema } from '@powerset/contract/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findVisibleChart, type User } from '../../access/index.ts';
import { createMemoryCache } from '../../cache/index.ts';
import { AppError, compileReader, fieldError, notFound, parseId, parseQ, type Router } from '../../http/index.ts';
import { isDocument, type Row } from '../../metadata/index.ts';
import { chartDigest, dashboardDigest, pictureDigest, pictureLanguage } from '../../pictures/index.ts';
import type { Services } from '../../services.ts';
import { ThreadLimitError } from '../../threads/index.ts';
import { drawDraft } from './draft-picture.ts';
import { createLaterWork, type LaterWork } from './later.ts';
import { createOfflineFiles, type OfflineDeps, type OfflineFiles } from './offline/index.ts';
import { createReportPictures, type ReportPictures } from './report-pictures.ts';
import {
  type DashboardState,
  drawSketch,
  type Format,
  isAtHand,
  type Look,
  type Size,
  type Sketch,
  savedState,
  sketchChart,
  sketchDashboard,
  type Theme,
} from './service.ts';

interface Deps extends OfflineDeps {
  /** The dashboard of an id, uuid or slug, when the user may see it. */
  readonly findDashboard: (user: User, idOrSlug: string) => Promise<Row<'dashboards'>>;
}

/** A picture that was asked for, so that its address means something. */
interface AskedPicture {
  readonly id: number;
  readonly userId: number;
  readonly size: Size;
  readonly state: DashboardState;
}

const thumbnail: Size = { width: 480, height: 300, scale: 1 };
const dashboardWidth = 1280;
const usualScreenshot = { width: 800, height: 600 };
const [leastPx, mostPx] = [60, 3000];
const askedSeconds = 24 * 3600;

export interface PictureRoom {
  /** Draws what is delivered. */
  readonly forReports: ReportPictures;
  readonly close: () => void;
}

export function registerPictures(router: Router, deps: Deps): PictureRoom {
  const later = createLaterWork(deps.services.now);
  const asked = createMemoryCache<AskedPicture>({ maxBytes: 4_000_000, now: deps.services.now });
  registerCharts(router, deps, { later, asked });
  registerDashboards(router, deps, { later, asked });
  const offlineFiles = createOfflineFiles(deps);
  registerOfflineFiles(router, deps, offlineFiles);
  return { forReports: createReportPictures(deps, offlineFiles), close: later.close };
}

interface Kept {
  readonly later: LaterWork;
  readonly asked: ReturnType<typeof createMemoryCache<AskedPicture>>;
}

function registerCharts(router: Router, deps: Deps, { later, asked }: Kept): void {
  const { services } = deps;
  const getChart = async (user: User, id: string) => {
    const row = await findVisibleChart(services.store, user, parseId(id));
    if (!row) throw notFound();
    return row;
  };
  router.route(pictureEndpoints.chartThumbnail, async ({ user, params, query, signal, request, reply, answer }) => {
    const row = await getChart(user, params.id);
    const digest = chartDigest(row);
    if (digest !== params.digest)
      return reply.redirect(
        urlOf(pictureEndpoints.chartThumbnail, { params: { id: row.id, digest }, query: lookOf(query) }),
      );
    const sketch = sketchChart(row, thumbnail);
    const given = {
      look: { user, signal, locale: localeOf(query, request) },
      sketch,
      theme: query.theme ?? 'light',
      size: thumbnail,
    };
    const bytes = await thumbnailOf(deps, later, given);
    return bytes ? sendPicture(reply, bytes, 'png') : answer(202, { message: 'The picture is drawn later.' });
  });
  router.route(pictureEndpoints.cacheChartScreenshot, async ({ user, params, query, answer }) => {
    const row = await getChart(user, params.id);
    const size = readSizes(parseQ(query));
    const key = keep(asked, services, { id: row.id, userId: user.id, size, state: savedState });
    return answer(202, {
      ...key,
      chart_url: `/explore/?slice_id=${row.id}`,
      image_url: urlOf(pictureEndpoints.chartScreenshot, { params: { id: row.id, digest: key.cache_key } }),
    });
  });
  router.route(pictureEndpoints.chartScreenshot, async ({ user, params, query, signal, request, reply }) => {
    const row = await getChart(user, params.id);
    const known = findAsked(asked, params.digest, { id: row.id, user });
    const sketch = sketchChart(row, known.size);
    const picture = { ...sketch, size: known.size, theme: 'light', format: 'png' } as const;
    return sendPicture(
      reply,
      await drawOrSay(deps, { user, signal, locale: localeOf(query, request) }, picture),
      'png',
    );
  });
  router.route(pictureEndpoints.draft, async ({ user, body, signal }) => ({
    result: await drawDraft(deps, { user, signal }, body),
  }));
}

function registerDashboards(router: Router, deps: Deps, { later, asked }: Kept): void {
  const sketchOf = (row: Row<'dashboards'>, width: number, state: DashboardState) =>
    sketchDashboard(deps, row, { width, state });
  router.route(pictureEndpoints.dashboardThumbnail, async ({ user, params, query, signal, request, reply, answer }) => {
    const row = await deps.findDashboard(user, params.id);
    const digest = dashboardDigest(row);
    if (digest !== params.digest)
      return reply.redirect(
        urlOf(pictureEndpoints.dashboardThumbnail, { params: { id: row.id, digest }, query: lookOf(query) }),
      );
    const sketch = await sketchOf(row, dashboardWidth, savedState);
    // The first screen is what a dashboard is known by.
    const size = { width: dashboardWidth, height: 800, scale: thumbnail.width / dashboardWidth };
    const first = { ...sketch, charts: sketch.charts.filter(({ place }) => place.y < size.height) };
    const given = {
      look: { user, signal, locale: localeOf(query, request) },
      sketch: first,
      theme: query.theme ?? 'light',
      size,
    } as const;
    const bytes = await thumbnailOf(deps, later, given);
    return bytes ? sendPicture(reply, bytes, 'png') : answer(202, { message: 'The picture is drawn later.' });
  });
  router.route(pictureEndpoints.cacheDashboardScreenshot, async ({ user, params, body, answer }) => {
    const row = await deps.findDashboard(user, params.id);
    const { activeTabs = [], anchor, dataMask } = body;
    const state = {
      masks: isDocument(dataMask) ? dataMask : {},
      activeTabs: [...activeTabs, ...(anchor ? [anchor] : [])],
    };
    const size = { width: dashboardWidth, height: 0, scale: 2 };
    const key = keep(asked, deps.services, { id: row.id, userId: user.id, size, state });
    return answer(202, {
      ...key,
      dashboard_url: `/superset/dashboard/${row.id}/`,
      image_url: urlOf(pictureEndpoints.dashboardScreenshot, { params: { id: row.id, digest: key.cache_key } }),
    });
  });
  router.route(pictureEndpoints.dashboardScreenshot, async ({ user, params, query, signal, request, reply }) => {
    const row = await deps.findDashboard(user, params.id);
    const known = findAsked(asked, params.digest, { id: row.id, user });
    const sketch = await sketchOf(row, known.size.width, known.state);
    const format = query.download_format ?? 'png';
    const size = { ...known.size, height: Math.ceil(sketch.layout?.height ?? usualScreenshot.height) };
    const picture = { ...sketch, size, theme: 'light', format } as const;
    return sendPicture(
      reply,
      await drawOrSay(deps, { user, signal, locale: localeOf(query, request) }, picture),
      format,
    );
  });
}

function registerOfflineFiles(router: Router, { findDashboard }: Deps, files: OfflineFiles): void {
  router.route(pictureEndpoints.offlineFile, async ({ user, params, body, signal, request, reply }) => {
    const row = await findDashboard(user, params.id);
    const { dataMask, activeTabs = [], theme = 'light' } = body;
    const masks = isDocument(dataMask) ? dataMask : {};
    const html = await files.make(row, { user, signal, masks, activeTabs, theme, locale: localeOf(body, request) });
    // Never to be opened as a page of this server.
    return reply
      .headers({ 'cache-control': 'private, no-store', 'content-security-policy': 'sandbox' })
      .header('content-disposition', 'attachment')
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/** A page names the language in which it is read; who names none is answered in that of the browser. */
const localeOf = ({ locale }: { readonly locale?: string }, { headers }: FastifyRequest): string =>
  pictureLanguage(locale ?? headers['accept-language']);

interface WantedThumbnail {
  readonly look: Look;
  readonly sketch: Sketch;
  readonly theme: Theme;
  readonly size: Size;
}

/** The picture, where it needs no database; else its rows are fetched when nobody waits, and null says so. */
async function thumbnailOf(
  deps: Deps,
  later: LaterWork,
  { look, sketch, theme, size }: WantedThumbnail,
): Promise<Uint8Array | null> {
  const picture = { ...sketch, size, theme, format: 'png' } as const;
  if (await isAtHand(deps, look, sketch)) return drawOrSay(deps, look, picture);
  const { user, locale } = look;
  later.start(JSON.stringify([user.id, sketch.charts.map(({ form }) => form)]), (signal) =>
    drawSketch(deps, { user, signal, locale }, picture),
  );
  return null;
}

async function drawOrSay(deps: Deps, look: Look, picture: Parameters<typeof drawSketch>[2]): Promise<Uint8Array> {
  try {
    return await drawSketch(deps, look, picture);
  } catch (error) {
    if (error instanceof ThreadLimitError)
      throw new AppError('GENERIC_COMMAND_ERROR', { params: { message: error.message }, status: 422 });
    throw error;
  }
}

function keep(asked: Kept['asked'], { now }: Services, picture: AskedPicture) {
  const key = pictureDigest(picture);
  const bytes = JSON.stringify(picture).length * 2;
  asked.set(key, { value: picture, bytes, lifetimeSeconds: askedSeconds });
  return { cache_key: key, task_status: 'Updated', task_updated_at: now().toISOString() };
}

/** Whoever asked for it may look at it; another's address is nobody's. */
type SmallPictureLook = Partial<Readonly<Record<'theme' | 'locale', string>>>;

/** Whatever else an address has does not come again in the one that it leads to. */
function lookOf({ theme, locale }: SmallPictureLook): SmallPictureLook {
  return { ...(theme === undefined ? {} : { theme }), ...(locale === undefined ? {} : { locale }) };
}

function findAsked(asked: Kept['asked'], digest: string, { id, user }: { readonly id: number; readonly user: User }) {
  const known = asked.get(digest)?.value;
  if (!known || known.id !== id || known.userId !== user.id) throw notFound();
  return known;
}

const readScreenshotSizes = compileReader(ScreenshotSizesSchema, 'json');

function readSizes(q: unknown): Size {
  // Read by its schema.
  const sizes = readScreenshotSizes(q ?? {}) as ScreenshotSizesSchema;
  const [width, height] = sizes.window_size ?? [usualScreenshot.width, usualScreenshot.height];
  const [sent] = sizes.thumb_size ?? [width];
  for (const [name, px] of [
    ['window_size', width],
    ['window_size', height],
    ['thumb_size', sent],
  ] as const)
    if (px < leastPx || px > mostPx) throw fieldError({ [name]: [`Must be from ${leastPx} to ${mostPx}.`] }, 400);
  return { width, height, scale: sent / width };
}

const mediaTypes: Readonly<Record<Format, string>> = { png: 'image/png', pdf: 'application/pdf' };

function sendPicture(reply: FastifyReply, bytes: Uint8Array, format: Format): FastifyReply {
  reply.header('cache-control', 'private, max-age=60').header('vary', 'accept-language').type(mediaTypes[format]);
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
