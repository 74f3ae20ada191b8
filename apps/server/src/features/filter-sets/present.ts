import type { WireFilterSet, WireFilterSetRow } from '@powerset/contract';
import { toEpochSeconds } from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';

export function toWireFilterSet(row: Row<'filter_sets'>): WireFilterSet {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    // Written by this room alone.
    owner_type: row.owner_type as WireFilterSet['owner_type'],
    owner_id: row.owner_id,
    dashboard_id: row.dashboard_id,
    params: JSON.parse(row.json_metadata) as WireFilterSet['params'],
  };
}

export function toWireFilterSetRow(row: Row<'filter_sets'>): WireFilterSetRow {
  const { created_on, changed_on, created_by_fk, changed_by_fk } = row;
  const last_modified_time = toEpochSeconds(changed_on);
  return { ...toWireFilterSet(row), created_on, changed_on, created_by_fk, changed_by_fk, last_modified_time };
}
