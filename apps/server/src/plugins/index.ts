/**
 * PLUGINS. Chart types that lie in a folder beside the installation: read once at the start, looked at and run in a
 * thread of their own. In: a folder. Out: what is offered and why the rest is not, and the queries of a form.
 */
export {
  loadPluginDefinition,
  type PluginFactsTask,
  type PluginQueriesTask,
  planPluginQueries,
  readPluginFacts,
} from './plugin-task.ts';
export { type FoundPlugin, openPlugins, type Plugin, type Plugins } from './plugins.ts';
