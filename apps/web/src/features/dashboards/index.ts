/** DASHBOARDS: reading, filtering and editing a dashboard. Opens by address, or as a file. */
export * from './routes.ts';

/** The page of a dashboard that was opened as a file. */
export const loadOfflinePage = async () => (await import('./OfflinePage.tsx')).OfflinePage;
