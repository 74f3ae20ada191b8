/** One step of a statement's plan, as the engine reads it from its leaves up. */
export interface PlanStep {
  /** How deep it stands in the tree; steps follow their parents. */
  readonly depth: number;
  readonly name: string;
  /** What the engine says of it: tables, conditions, keys. */
  readonly details: readonly { readonly label: string; readonly text: string }[];
  readonly estimatedRows: number | null;
  /** What came of it, where the statement was run. */
  readonly rows: number | null;
  /** Time spent in the step itself, without those below it. */
  readonly ms: number | null;
}
