/** DASHBOARDS: reading, filtering and editing a dashboard. Opens by address only; nothing else imports it. */
export * from './routes.ts';
