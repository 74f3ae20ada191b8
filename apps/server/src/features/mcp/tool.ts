import type { AgentScope, Endpoint, InputOf, OperationOf, ResultOf } from '@powerset/contract';
import type { Static, TObject } from 'typebox';

/** What a tool asks the product's own endpoints with, as the person whose token the agent brought. */
export interface Caller {
  /** Throws a `ToolError` with the endpoint's own words where it refuses. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<OperationOf<E>>): Promise<ResultOf<OperationOf<E>>>;
  /** A link to a page of the product. */
  link(path: string): string;
}

/** What an agent may do. */
export interface Tool<Input extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Nothing is different after it. */
  readonly isReading: boolean;
  /** What a program must have been let in for; else reading, or all where something is different after it. */
  readonly scopeOf?: (input: Readonly<Record<string, unknown>>) => AgentScope;
  run(input: Static<Input>, caller: Caller): Promise<object>;
}

export function defineTool<Input extends TObject>(tool: Tool<Input>): Tool {
  // The protocol's library reads what an agent sent by the tool's own schema before it is run.
  return tool as unknown as Tool;
}

/** What an agent can do something about. */
export class ToolError extends Error {}
