import type { User } from '../../access/index.ts';
import type { Answers } from '../../answers/index.ts';
import { commandError } from '../../http/index.ts';
import { type Document, parseDocument, type Row } from '../../metadata/index.ts';
import { type Pictures, type PictureTask, pictureDigest } from '../../pictures/index.ts';
import type { Services } from '../../services.ts';
import { findPicturedLook } from '../../themes/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { askedAlone, askedOn, loadMainTimes } from './asked-charts.ts';
import { type Drawing, hasRows, toPiece, type WantedChart } from './chart-piece.ts';
import { type DashboardLayout, layOut } from './dashboard-layout.ts';
import { withUnplacedCharts } from './unplaced-charts.ts';

export interface PictureDeps {
  readonly services: Services;
  readonly answers: Answers;
  readonly pictures: Pictures;
}

export interface Look {
  readonly user: User;
  readonly signal: AbortSignal;
  /** In which language it says what it says. */
  readonly locale: string;
  /** Asks the databases, whatever is at hand. */
  readonly isForced?: boolean;
  /** Of the dashboard's address, for templates. */
  readonly urlParams?: Readonly<Record<string, string>>;
}

/** Of a picture: what is drawn, in px, and how many pixels of it are sent for each. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export type Theme = PictureTask['theme'];
export type Format = PictureTask['format'];

/** In which state a dashboard is drawn. */
export interface DashboardState {
  readonly masks: Document;
  readonly activeTabs: readonly string[];
}

export const savedState: DashboardState = { masks: {}, activeTabs: [] };

/** A picture that can be drawn: what it asks, and what it is made of. */
export interface Sketch {
  readonly title: string;
  readonly hasCards: boolean;
  readonly charts: readonly WantedChart[];
  readonly layout: Pick<DashboardLayout, 'texts' | 'height'> | null;
  /** The dashboard's own. */
  readonly themeId: number | null;
}

/** A chart alone fills its picture. */
export function sketchChart(row: Row<'charts'>, { width, height }: Size): Sketch {
  const pad = 16;
  const place = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  return {
    title: row.slice_name ?? '',
    hasCards: false,
    charts: [{ ...askedAlone(row), title: null, place }],
    layout: null,
    themeId: null,
  };
}

/** Longer dashboards are looked at on their own pages. */
const mostCharts = 60;

export interface SketchDeps {
  readonly services: Pick<Services, 'store'>;
  readonly loadCharts: (dashboardId: number) => Promise<readonly Row<'charts'>[]>;
}

export async function sketchDashboard(
  { services, loadCharts }: SketchDeps,
  row: Row<'dashboards'>,
  { width, state }: { readonly width: number; readonly state: DashboardState },
): Promise<Sketch> {
  const charts = await loadCharts(row.id);
  const mainTimes = await loadMainTimes(services, charts);
  const position = withUnplacedCharts(parseDocument(row.position_json) ?? {}, charts);
  const layout = layOut(position, width, state.activeTabs);
  const known = new Map(charts.map((chart) => [chart.id, chart]));
  const filtered = { id: row.id, metadata: parseDocument(row.json_metadata) ?? {}, position, masks: state.masks };
  const wanted = layout.charts.slice(0, mostCharts).flatMap(({ chartId, name, place }): WantedChart[] => {
    const chart = known.get(chartId);
    if (!chart) return [];
    const mainTemporalColumn = mainTimes.get(Number(chart.datasource_id)) ?? null;
    return [{ ...askedOn(filtered, { row: chart, mainTemporalColumn }), title: name ?? chart.slice_name ?? '', place }];
  });
  return { title: row.dashboard_title ?? '', hasCards: true, charts: wanted, layout, themeId: row.theme_id };
}

/** Whether all of its rows are at hand. */
export async function isAtHand(deps: PictureDeps, look: Look, sketch: Sketch): Promise<boolean> {
  for (const chart of sketch.charts) if (!(await hasRows({ ...deps, ...look }, chart))) return false;
  return true;
}

interface Asked {
  readonly size: Size;
  readonly theme: Theme;
  readonly format: Format;
  /** Throws what is wrong with a chart instead of saying it in the picture. */
  readonly refusesFailures?: boolean;
}

/** Asks the charts, a few at a time, and has the picture drawn. */
export async function drawSketch(deps: PictureDeps, look: Look, asked: Sketch & Asked): Promise<Uint8Array> {
  const { title, hasCards, charts, layout, size, format, themeId } = asked;
  const { theme, tokens } = await findPicturedLook(deps.services.store, { theme: asked.theme, themeId });
  const drawing: Drawing = { ...deps, ...look };
  const drawn = [];
  for (const chart of charts) {
    const one = await toPiece(drawing, chart);
    if (asked.refusesFailures && one.piece.failure !== null) throw commandError(one.piece.failure);
    drawn.push(one);
    await othersTurn();
  }
  const key = pictureDigest(
    title,
    size,
    tokens,
    layout?.texts,
    ...drawn.flatMap(({ key: own, piece }) => [own, piece.place]),
  );
  const picture = {
    ...{ key, fairnessKey: String(look.user.id), format, theme, tokens, hasCards, title, locale: look.locale },
    width: size.width,
    height: size.height,
    scale: size.scale,
    now: deps.services.now().getTime(),
    pieces: [...(layout?.texts ?? []), ...drawn.map(({ piece }) => piece)],
  };
  return (await deps.pictures.draw(picture, look.signal)).bytes;
}
