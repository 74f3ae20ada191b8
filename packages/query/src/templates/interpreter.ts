import { Environment, Interpreter } from '@huggingface/jinja';
import { QueryError } from '../errors.ts';

export type RuntimeValue = ReturnType<Environment['lookupVariable']>;

const maxSteps = 100_000;
const maxText = 1_000_000;
const maxItems = 10_000;

function tooMuch(): QueryError {
  return new QueryError('The template takes too long or grows too large', 'sql', 'INVALID_TEMPLATE_PARAMS_ERROR');
}

/** An interpreter that gives up on templates which run or grow without end. */
export class BoundedInterpreter extends Interpreter {
  private steps = 0;

  override evaluate(...parameters: Parameters<Interpreter['evaluate']>): RuntimeValue {
    this.steps += 1;
    if (this.steps > maxSteps) throw tooMuch();
    const result = super.evaluate(...parameters);
    const size: unknown = result?.value;
    if (typeof size === 'string' && size.length > maxText) throw tooMuch();
    if (Array.isArray(size) && size.length > maxItems) throw tooMuch();
    return result;
  }
}

/** A plain value as the interpreter holds it. */
export function toRuntime(value: unknown): RuntimeValue {
  return new Environment().set('value', value);
}

/** The inverse of `toRuntime`. */
export function fromRuntime(value: RuntimeValue | undefined): unknown {
  const inner: unknown = value?.value;
  if (Array.isArray(inner)) return inner.map((item: RuntimeValue) => fromRuntime(item));
  if (inner instanceof Map) {
    return Object.fromEntries([...inner].map(([key, item]: [string, RuntimeValue]) => [key, fromRuntime(item)]));
  }
  return inner;
}

export interface CallArguments {
  /** By position, else by name. */
  readonly get: (position: number, name: string) => unknown;
}

/** A function that templates can call with positional and named arguments. */
export function templateFunction(run: (args: CallArguments, raw: readonly RuntimeValue[]) => unknown): RuntimeValue {
  const value = (raw: readonly RuntimeValue[]): RuntimeValue => {
    const named = raw.find((argument) => argument.type === 'KeywordArgumentsValue');
    const names: unknown = named ? fromRuntime(named) : {};
    const positional = raw.filter((argument) => argument !== named);
    const byName = new Map(Object.entries(names as Readonly<Record<string, unknown>>));
    const get = (position: number, name: string): unknown =>
      position < positional.length ? fromRuntime(positional[position]) : byName.get(name);
    const result = run({ get }, raw);
    return isRuntime(result) ? result : toRuntime(result ?? null);
  };
  // The interpreter asks a function for its type and its value only; the library does not export the class.
  return { type: 'FunctionValue', value } as unknown as RuntimeValue;
}

function isRuntime(value: unknown): value is RuntimeValue {
  return typeof value === 'object' && value !== null && '__bool__' in value;
}

/** `range` that stays small. */
export const boundedRange = templateFunction(({ get }) => {
  const numbers = [get(0, 'start'), get(1, 'stop'), get(2, 'step')].filter((value) => typeof value === 'number');
  const [start, stop, step] =
    numbers.length === 1 ? [0, numbers[0]!, 1] : [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 1];
  const length = step === 0 ? 0 : Math.ceil((stop - start) / step);
  if (!(length <= maxItems)) throw tooMuch();
  return Array.from({ length: Math.max(0, length) }, (_, index) => start + index * step);
});
