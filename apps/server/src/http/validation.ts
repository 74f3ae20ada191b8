import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { fieldError } from './app-error.ts';

type Validator = ReturnType<typeof Compile>;

/** Reads one part of a request: text parts are converted to the schema's types, bodies are taken as they are. */
export function compileReader(schema: TSchema, isText: boolean): (input: unknown) => unknown {
  const validator = Compile(schema);
  return (input) => {
    const value = isText ? Value.Convert(schema, input ?? {}) : input;
    if (validator.Check(value)) return value;
    throw fieldError(describeProblems(validator, value), 400);
  };
}

const requiredText = 'Missing data for required field.';

function describeProblems(validator: Validator, value: unknown): Record<string, readonly string[]> {
  const problems: Record<string, string[]> = {};
  for (const error of validator.Errors(value).slice(0, 20)) {
    for (const [field, text] of toFieldTexts(error)) {
      const texts = problems[field] ?? [];
      problems[field] = texts.includes(text) ? texts : [...texts, text];
    }
  }
  return Object.keys(problems).length > 0 ? problems : { _schema: ['Invalid input.'] };
}

interface SchemaProblem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function toFieldTexts(error: SchemaProblem): readonly (readonly [field: string, text: string])[] {
  const path = error.instancePath.split('/').filter(Boolean).map(decodePointer).join('.');
  const prefix = path ? `${path}.` : '';
  const params = error.params as { requiredProperties?: readonly string[]; additionalProperties?: readonly string[] };
  // A property that is not allowed is reported twice; the other report names it.
  if (error.keyword === 'boolean') return [];
  if (error.keyword === 'required')
    return (params.requiredProperties ?? []).map((name) => [prefix + name, requiredText]);
  if (error.keyword === 'additionalProperties')
    return (params.additionalProperties ?? []).map((name) => [prefix + name, 'Unknown field.']);
  return [[path || '_schema', `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`]];
}

function decodePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
