/** Small pictures of charts, dashboards and queries in lists: as the server draws them, or a shape. In: address, type, layout or SQL. Out: an element. */
export * from './ChartThumbnail.tsx';
export * from './DashboardThumbnail.tsx';
export * from './LivePicture.tsx';
export * from './layout-tiles.ts';
export * from './QueryThumbnail.tsx';
