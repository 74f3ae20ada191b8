import { findChartDefinition } from '@powerset/charts/definitions';
import { modernForm } from '@powerset/charts/older-types';
import { chartPluginAddress, chartPluginEndpoints } from '@powerset/contract';
import { notFound, type Router } from '../../http/index.ts';
import { definitionPage, type FramePage, type Plugin } from '../../plugins/index.ts';
import type { Services } from '../../services.ts';

export function registerChartPlugins(router: Router, { plugins }: Pick<Services, 'plugins'>): void {
  router.route(chartPluginEndpoints.dynamic, () => {
    const result = plugins.all.map((plugin, at) => ({
      id: at + 1,
      name: plugin.facts.name,
      key: plugin.facts.key,
      bundle_url: addressOf(plugin),
    }));
    return { count: result.length, ids: result.map(({ id }) => id), result };
  });
  router.route(chartPluginEndpoints.list, () => ({
    count: plugins.found.length,
    result: plugins.found.map((one) => ({
      folder: one.folder,
      key: one.facts?.key ?? null,
      name: one.facts?.name ?? null,
      bundle_url: one.error === null ? addressOf(one) : null,
      error: one.error,
    })),
  }));
  router.route(chartPluginEndpoints.file, ({ params, query, reply }) => {
    const plugin = plugins.find(params.key);
    const file = plugin && fileOf(plugin, params.name);
    if (!file) throw notFound();
    const isNamed = query.v === plugin.version;
    reply.header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (file.policy !== undefined) reply.header('content-security-policy', file.policy);
    return reply.type(file.type).send(file.content);
  });
}

const addressOf = ({ facts: { key }, version }: Plugin) => chartPluginAddress({ key, version }, 'chart.js');

interface ServedFile {
  readonly type: string;
  readonly content: string;
  readonly policy?: string;
}

/** A picture that is opened on its own runs nothing. */
const picturePolicy = "default-src 'none';style-src 'unsafe-inline';sandbox";

const pageType = 'text/html; charset=utf-8';

function fileOf({ code, frame, thumbnail }: Plugin, name: string): ServedFile | undefined {
  // As text no page runs it: browsers refuse it as a script, and pages hand it to the frame of its definition.
  if (name === 'chart.js') return { type: 'text/plain; charset=utf-8', content: code };
  if (name === 'definition.html') return toFile(definitionPage());
  if (name === 'thumbnail.svg') return { type: 'image/svg+xml', content: thumbnail, policy: picturePolicy };
  return name === 'frame.html' && frame ? toFile(frame) : undefined;
}

const toFile = ({ html, policy }: FramePage): ServedFile => ({ type: pageType, content: html, policy });

/** Whether a key is that of a chart type of the build, of today or of an older release. */
export function isBuiltInType(key: string): boolean {
  return findChartDefinition(key) !== undefined || modernForm({ viz_type: key }).viz_type !== key;
}
