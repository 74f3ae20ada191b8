/**
 * EMBEDDED DASHBOARDS. Which dashboards other sites show, and to whom. In: the contract's calls of whoever embeds, an address
 * of a page. Out: the name under which a dashboard is embedded, tokens for guests, and which sites may frame the page.
 */
export { createFraming } from './framing.ts';
export { registerEmbeddedDashboards } from './routes.ts';
export { readSites } from './sites.ts';
