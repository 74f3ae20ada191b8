/** Small drawings that stand for charts, dashboards and queries in lists. In: type, layout or SQL. Out: an SVG element. */
export * from './ChartThumbnail.tsx';
export * from './DashboardThumbnail.tsx';
export * from './layout-tiles.ts';
export * from './QueryThumbnail.tsx';
