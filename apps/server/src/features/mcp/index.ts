/**
 * MCP. What agents may do by the Model Context Protocol: find, describe, read, and make charts and dashboards.
 * In: messages of the protocol with a bearer token. Out: what the product's own endpoints answer to the same person; every
 * tool asks them, so that no right, bound or rule on rows is written twice. Keeps nothing between calls.
 */
export { type McpDeps, registerMcp } from './routes.ts';
