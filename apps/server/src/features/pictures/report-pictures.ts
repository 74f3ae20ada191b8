import type { User } from '../../access/index.ts';
import { type Document, isDocument, type Row } from '../../metadata/index.ts';
import type { OfflineFiles } from './offline/index.ts';
import {
  type DashboardState,
  drawSketch,
  type Format,
  type Look,
  type PictureDeps,
  type SketchDeps,
  sketchChart,
  sketchDashboard,
} from './service.ts';

/** What is drawn for somebody who is not there: by whom it is seen, how wide, and as what. */
export interface ReportPicture {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly isForced: boolean;
  readonly format: Format;
  readonly locale: string;
  /** In px; null is the usual. */
  readonly width: number | null;
}

export interface ReportPictures {
  /** Throws what is wrong with the chart. */
  drawChart(row: Row<'charts'>, picture: ReportPicture): Promise<Uint8Array>;
  /** What is wrong with single charts is said in their places; throws where nothing of it can be drawn. */
  drawDashboard(row: Row<'dashboards'>, picture: ReportPicture, state: Document): Promise<Uint8Array>;
  /** The dashboard as a file that needs no server. */
  makeOfflineFile(
    row: Row<'dashboards'>,
    request: Pick<ReportPicture, 'user' | 'signal' | 'locale'>,
    state: Document,
  ): Promise<string>;
}

const chartSize = { width: 960, height: 540, scale: 2 };
const dashboardSize = { width: 1280, scale: 1.5 };
const leastHeight = 200;

export function createReportPictures(deps: PictureDeps & SketchDeps, offlineFiles: OfflineFiles): ReportPictures {
  return {
    makeOfflineFile: (row, request, state) =>
      offlineFiles.make(row, {
        ...request,
        ...readState(state),
        theme: 'light',
        urlParams: readUrlParams(state.urlParams),
      }),
    drawChart: (row, { format, width, ...look }) => {
      const size = { ...chartSize, width: width ?? chartSize.width };
      const { charts, ...sketch } = sketchChart(row, size);
      const titled = charts.map((chart) => ({ ...chart, title: row.slice_name }));
      return drawSketch(deps, look, { ...sketch, charts: titled, size, theme: 'light', format, refusesFailures: true });
    },
    drawDashboard: async (row, { format, width, ...look }, state) => {
      const sketch = await sketchDashboard(deps, row, {
        width: width ?? dashboardSize.width,
        state: readState(state),
      });
      const size = {
        width: width ?? dashboardSize.width,
        height: Math.max(leastHeight, Math.ceil(sketch.layout?.height ?? 0)),
        scale: dashboardSize.scale,
      };
      const seen: Look = { ...look, urlParams: readUrlParams(state.urlParams) };
      return drawSketch(deps, seen, { ...sketch, size, theme: 'light', format });
    },
  };
}

/** The state as the reference keeps it with a report: what filters hold, and which tabs are open. */
function readState({ dataMask, activeTabs, anchor }: Document): DashboardState {
  const tabs = Array.isArray(activeTabs) ? activeTabs.map(String) : [];
  return { masks: isDocument(dataMask) ? dataMask : {}, activeTabs: [...tabs, ...readAnchor(anchor)] };
}

/** One tab, or a list of them written as JSON. */
function readAnchor(anchor: unknown): readonly string[] {
  if (typeof anchor !== 'string' || anchor === '') return [];
  if (!anchor.startsWith('[')) return [anchor];
  try {
    const tabs: unknown = JSON.parse(anchor);
    return Array.isArray(tabs) ? tabs.map(String) : [];
  } catch {
    return [];
  }
}

function readUrlParams(pairs: unknown): Readonly<Record<string, string>> {
  if (!Array.isArray(pairs)) return {};
  return Object.fromEntries(
    pairs.flatMap((pair: unknown) => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1] ?? '')]] : [])),
  );
}
