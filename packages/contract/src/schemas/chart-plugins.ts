import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { raw } from './answers.ts';
import { nullable } from './fields.ts';

const tag = 'Chart plugins';

/** A chart type of the folder of plugins, as pages know it before its code comes. */
export const WireChartPlugin = Type.Object({
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  tags: Type.Array(Type.String()),
  behaviors: Type.Array(
    Type.Union([
      Type.Literal('INTERACTIVE_CHART'),
      Type.Literal('NATIVE_FILTER'),
      Type.Literal('DRILL_TO_DETAIL'),
      Type.Literal('DRILL_BY'),
    ]),
  ),
  /** Of its files: a changed one is another version. */
  version: Type.String(),
  /** Whether it brings a view of its own; where not, its options are those of ECharts. */
  hasView: Type.Boolean(),
});
export type WireChartPlugin = Wire<typeof WireChartPlugin>;

/** A plugin that is not offered, for whoever meets a chart of its type. */
export const WireRefusedPlugin = Type.Object({
  /** Null where it says none, or that of another type. */
  key: nullable(Type.String()),
  name: Type.String(),
  reason: Type.String(),
});
export type WireRefusedPlugin = Wire<typeof WireRefusedPlugin>;

const FoundPlugin = Type.Object({
  folder: Type.String(),
  key: nullable(Type.String()),
  name: nullable(Type.String()),
  bundle_url: nullable(Type.String()),
  /** Why it is not offered; null where it is. */
  error: nullable(Type.String()),
});

export const chartPluginOperations = {
  dynamic: {
    id: 'chart_plugins.dynamic',
    summary:
      "Chart types of the folder of plugins, in the reference's words; those that could not be loaded are left out",
    tag,
    access: 'session',
    isLegacy: true,
    answers: {
      200: Type.Object({
        count: Type.Integer(),
        ids: Type.Array(Type.Integer()),
        result: Type.Array(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            key: Type.String(),
            bundle_url: Type.String(),
          }),
        ),
      }),
    },
  },
  list: {
    id: 'chart_plugins.list',
    summary: 'What lies in the folder of plugins, and why some of it is not offered',
    tag,
    access: { verb: 'can_read', view: 'Metrics' },
    answers: { 200: Type.Object({ count: Type.Integer(), result: Type.Array(FoundPlugin) }) },
  },
  file: {
    id: 'chart_plugins.file',
    summary: 'Code and picture of a plugin, as open as those of the built-in charts',
    tag,
    access: 'public',
    isLegacy: true,
    params: Type.Object({ key: Type.String({ maxLength: 250 }), name: Type.String({ maxLength: 50 }) }),
    query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 64 })) }),
    answers: { 200: raw('application/octet-stream', 'The file, under its own media type') },
  },
} as const satisfies Operations;
