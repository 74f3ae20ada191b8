import type { EngineCapabilities, SearchPlace, StatementAnalysis } from '../engine.ts';
import type { SearchPlace as ChildPlace } from './protocol.ts';

export const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: true,
  canEstimateCost: true,
  canIngestFiles: true,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

const homeSchema = 'main';

/** The names that the place decides about; null where there are none, or where they lie anyway. */
export function toPlace({ tables }: StatementAnalysis, { schema }: SearchPlace): ChildPlace | null {
  if (!schema || schema.toLowerCase() === homeSchema) return null;
  const names = tables.filter((table) => table.schema === null).map(({ table }) => table);
  return names.length === 0 ? null : { schema, names };
}

/** Statements of our own that read begin so. */
export function isReading(sql: string): boolean {
  return /^\s*SELECT\b/i.test(sql);
}
