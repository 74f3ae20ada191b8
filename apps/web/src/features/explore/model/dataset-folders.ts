import type { WireDatasetFolder } from '@powerset/contract';
import type { ExploreColumn, ExploreMetric } from './dataset.ts';

/** A folder of a dataset with those of its columns and metrics that are shown. */
export interface ShownFolder {
  readonly uuid: string;
  readonly name: string;
  readonly description: string | null;
  readonly children: readonly ShownChild[];
}

export type ShownChild =
  | { readonly type: 'folder'; readonly folder: ShownFolder }
  | { readonly type: 'metric'; readonly metric: ExploreMetric }
  | { readonly type: 'column'; readonly column: ExploreColumn };

export interface Shown {
  readonly folders: readonly ShownFolder[];
  /** Those that lie in no folder. */
  readonly metrics: readonly ExploreMetric[];
  readonly columns: readonly ExploreColumn[];
}

interface ShownFields {
  readonly metrics: readonly ExploreMetric[];
  readonly columns: readonly ExploreColumn[];
}

type Child = WireDatasetFolder['children'][number];

/** Folders with what of them is among the fields, and the rest; a folder with nothing to show is left out. */
export function arrange(
  folders: readonly WireDatasetFolder[] | null | undefined,
  { metrics, columns }: ShownFields,
): Shown {
  const metricOf = new Map(metrics.map((metric) => [metric.metric_name, metric]));
  const columnOf = new Map(columns.map((column) => [column.column_name, column]));
  const toShown = (children: readonly Child[]): readonly ShownChild[] =>
    children.flatMap((child): readonly ShownChild[] => {
      if (child.type === 'folder') {
        const { uuid, name, description } = child;
        const inside = toShown(child.children);
        return inside.length === 0 ? [] : [{ type: 'folder', folder: { uuid, name, description, children: inside } }];
      }
      const [metric, column] = [metricOf.get(child.name), columnOf.get(child.name)];
      if (child.type === 'metric' && metric && metricOf.delete(child.name)) return [{ type: 'metric', metric }];
      return child.type === 'column' && column && columnOf.delete(child.name) ? [{ type: 'column', column }] : [];
    });
  const shown = toShown(folders ?? []).flatMap((child) => (child.type === 'folder' ? [child.folder] : []));
  return { folders: shown, metrics: [...metricOf.values()], columns: [...columnOf.values()] };
}
