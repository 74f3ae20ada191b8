/**
 * PLUGINS. Chart types that lie in a folder beside the installation, read once at the start, as data: of their code the
 * server runs nothing. In: a folder. Out: what is offered and why the rest is not, and the pages of the frames that run it.
 */
export { definitionPage, type FramePage } from './frame-page.ts';
export { type FoundPlugin, openPlugins, type Plugin, type Plugins } from './plugins.ts';
