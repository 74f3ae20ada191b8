import type { LakeTable } from './grouping.ts';
import type { LakeObject, LakeSource } from './source.ts';

export interface TableSource extends LakeSource {
  /** Its tables, where the source knows them by more than the names of files. */
  toTables?(objects: readonly LakeObject[]): readonly LakeTable[];
}
