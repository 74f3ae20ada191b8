/** Home: three ways on, what one looked at last, saved queries, first steps. Opens by address only. */
export * from './routes.ts';
