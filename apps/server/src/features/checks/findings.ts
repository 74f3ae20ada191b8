import type { WireFinding, WireFindings } from '@powerset/contract';
import type { Dataset } from '../../catalog/index.ts';
import type { CheckedFields, Fault } from '../../checks/index.ts';

/** Charts, or dashboards, that are looked at for one question at most. */
export const mostLookedAt = 1000;
const mostTold = 200;

export type Checked = Pick<WireFinding, 'object_type' | 'object_id' | 'object_name'>;

export function toFinding(
  of: Checked,
  { kind, name, filter, dataset }: Omit<Fault, 'kind' | 'field'> & Kind,
): WireFinding {
  return { kind, ...of, name, filter, dataset };
}

interface Kind {
  readonly kind: WireFinding['kind'];
}

/** A finding about the object as a whole. */
export function toWholeFinding(of: Checked, kind: WireFinding['kind']): WireFinding {
  return { kind, ...of, name: null, filter: null, dataset: null };
}

export function toFindings(findings: readonly WireFinding[], isPartial: boolean): WireFindings {
  return { findings: findings.slice(0, mostTold), count: findings.length, is_partial: isPartial };
}

export function fieldsOf({ row, columns, metrics }: Dataset): CheckedFields {
  return {
    name: row.table_name,
    columns: new Set(columns.map(({ column_name }) => column_name)),
    metrics: new Set(metrics.map(({ metric_name }) => metric_name)),
  };
}
