/**
 * SYSTEM. Health, figures for operators, the description of the API and its browsable page.
 */
export { registerSystem } from './routes.ts';
