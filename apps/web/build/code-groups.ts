import { join } from 'node:path';
import { listChartFolders } from '../../../packages/charts/tools/chart-folders.mjs';
import { chartsAtOnce } from './charts-at-once.ts';

const root = join(import.meta.dirname, '../../..');

/** Whether a module lies below one of these folders, or is one of these files, of the repository. */
function within(...places: readonly string[]): (module: string) => boolean {
  const whole = places.map((place) => join(root, place));
  return (module) => whole.some((place) => module === place || module.startsWith(`${place}/`));
}

/** Whether a module is of one of these packages. */
function ofPackage(...names: readonly string[]): (module: string) => boolean {
  const folders = names.map((name) => `/node_modules/${name}/`);
  return (module) => folders.some((folder) => module.includes(folder));
}

const isFramework = ofPackage(
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  '@tanstack/react-query',
  '@tanstack/query-core',
  'i18next',
  'zustand',
);
/** Furniture that only some pages need. */
const isHeavyFurniture = within(
  'packages/ui/src/index.ts',
  'packages/ui/src/controls/Select.tsx',
  'packages/ui/src/controls/select',
  'packages/ui/src/grid',
  'packages/ui/src/layout/SplitPane.tsx',
  'packages/ui/src/layout/SplitPane.module.css',
  'packages/ui/src/floating/Modal.tsx',
  'packages/ui/src/floating/Modal.module.css',
);
const isFurniture = within('packages/ui/src');
const isFrame = within(
  'apps/web/src/api',
  'apps/web/src/i18n',
  'apps/web/src/shell/index.ts',
  'apps/web/src/shell/feature-routes.ts',
  'apps/web/src/shell/kept.ts',
  'apps/web/src/shell/save-file.ts',
  'apps/web/src/shell/session.tsx',
  'apps/web/src/lists/cells.tsx',
  // Small parts that several pages open with, each of which would be a file of its own.
  'apps/web/src/access-requests/index.ts',
  'apps/web/src/access-requests/grant-text.ts',
  'apps/web/src/access-requests/use-open-requests.ts',
  'apps/web/src/shell/errors/gone-words.ts',
  'apps/web/src/controls/time-range/range-words.ts',
  // All that the SQL editor opens with of what belongs to charts.
  'packages/chart-kit/src/digits.ts',
  'packages/chart-kit/src/result-charts.ts',
  'packages/chart-kit/src/series-labels.ts',
  // Themes of an organisation colour every page, most of which draw no charts.
  'packages/chart-kit/src/color-math.ts',
  'apps/web/src/theming/index.ts',
  'apps/web/src/theming/theming.ts',
  'apps/web/src/theming/tried-theme.ts',
  // Lists name chart types and draw none.
  'packages/charts/src/names.ts',
  'apps/web/src/chart-runs/chart-request.ts',
  'packages/ui/src/display/Pill.tsx',
  'packages/ui/src/display/Pill.module.css',
  'packages/contract/src',
);
const isTheme = within('packages/ui/src/theme');
/** The frame hands maps their tiles: were this with the charts, which it would go with, every page would load them all. */
const isMapTiles = within('packages/charts/src/shared/maps/map-tiles.ts');
/** The application starts with it, and the dashboard's file would take it along. */
const isHostPage = within('apps/web/src/host-page');
const isIcon = ofPackage('@ant-design/icons-svg');
/** What the bundler puts before a lazy import. */
const isPreload = (module: string) => module.includes('preload-helper');

/** What ECharts draws few chart types with comes with their views. */
const rareDrawing = [
  /\/echarts\/lib\/chart\/(?!bar|line|pie|scatter|helper)/,
  /\/echarts\/lib\/(component|coord)\/(calendar|geo|matrix|parallel|polar|radar|single\w*|visualMap)\b/,
  // Networks, trees, and pictures that are saved as SVG.
  /\/echarts\/lib\/(data\/(Graph|Tree|helper\/linkSeriesData)|component\/(axis\/[pP]arallel|helper\/roamHelper))/,
  /\/echarts\/lib\/chart\/helper\/(createGraph|multipleGraph|treeHelper|enableAriaDecalForTree)/,
  /\/(echarts\/lib\/renderer\/installSVG|zrender\/lib\/svg\/)/,
  // Zooms, own shapes, and marks that are lines or areas.
  /\/echarts\/lib\/component\/(dataZoom|graphic|marker\/(MarkLine|MarkArea|installMarkLine|installMarkArea))/,
  /\/echarts\/lib\/(animation\/customGraphic|chart\/helper\/Line(Draw|Path)?\.js|visual\/(VisualMapping|visualSolution))/,
  /\/echarts\/lib\/(coord\/View\.js|component\/helper\/(Brush|brush|Roam|interactionMutex|sliderMove))/,
];
const isRareDrawing = (module: string) => rareDrawing.some((pattern) => pattern.test(module));
const isDrawingLibrary = (module: string) => ofPackage('echarts', 'zrender')(module) && !isRareDrawing(module);
const isDrawingHelp = within(
  'packages/charts/src/shared/EChart.tsx',
  'packages/charts/src/shared/EquippedChart.tsx',
  'packages/charts/src/shared/needs-later-parts.ts',
  'packages/charts/src/shared/SeriesView.tsx',
  'packages/charts/src/shared/start-drawing.ts',
  'packages/charts/src/shared/text-measure.ts',
);
/** Charts of one drawing library, which come together: their views are small beside it. */
const isDrawnByLibrary = within(
  ...listChartFolders()
    .filter(({ folder }) => folder === 'pie' || folder.startsWith('echarts-'))
    .map(({ folder }) => `packages/charts/src/${folder}/View.tsx`),
);
const isView = (module: string) => module.endsWith('View.tsx');
/** Of chart types that few pages draw only what people read of them is here before one is used. */
const atOnce = chartsAtOnce();
/** Themes alone read their documents. */
const isThemeReader = within('packages/chart-kit/src/theme-documents.ts');
const isChartPackage = (module: string) =>
  (within('packages/chart-kit/src')(module) && !isThemeReader(module)) || atOnce.has(module);
/** Pictures of chart types, for who chooses one; a group that takes the list of them takes them all along. */
const isThumbnail = (module: string) => module.endsWith('.svg') || within('packages/charts/src/thumbnails.ts')(module);
/** What whoever shows charts asks them with. */
const isChartRun = within('apps/web/src/chart-runs', 'apps/web/src/controls/chart-theme');
/** What menus of charts and of dashboards open with: each would be a file of a few lines. */
const isChartMenu = within(
  'apps/web/src/report-editor/report-form.ts',
  'apps/web/src/report-editor/report-modal.ts',
  'apps/web/src/schedule-times/plan.ts',
);
/** An open dashboard without its looks: what its dialogs and the builder read too. */
const isOpenDashboard = within(
  ...['filters', 'layout', 'loading', 'state'].map((room) => `apps/web/src/features/dashboards/${room}`),
);
/** Of the same rooms, though only whoever arranges parts or filters drags: they would bring their library to all readers. */
const isDragging = within(
  'apps/web/src/features/dashboards/state/drag-sensors.ts',
  'apps/web/src/features/dashboards/state/silent-drag.ts',
);

/**
 * Which modules share a file. Few files for what belongs together: each one more is a request, and a module to link. A
 * group takes what its modules import along, unless a group above has it; so no two files need each other.
 */
export const codeGroups = [
  {
    name: 'framework',
    test: (module: string) => isFramework(module) || isTheme(module) || isMapTiles(module) || isHostPage(module),
  },
  {
    name: 'base',
    test: (module: string) =>
      isIcon(module) || isPreload(module) || isFrame(module) || (isFurniture(module) && !isHeavyFurniture(module)),
    minShareCount: 2,
  },
  {
    name: 'charts',
    test: (module: string) =>
      isChartRun(module) ||
      isChartMenu(module) ||
      (isChartPackage(module) && !isView(module) && !isThumbnail(module) && !isDrawingHelp(module)),
    minShareCount: 2,
  },
  { name: 'dashboard', test: (module: string) => isOpenDashboard(module) && !isDragging(module), minShareCount: 2 },
  {
    name: 'drawing',
    test: (module: string) => isDrawingLibrary(module) || isDrawingHelp(module) || isDrawnByLibrary(module),
  },
];
