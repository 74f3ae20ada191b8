import type { DescribedEndpoint } from '@powerset/contract';
import { errorStatusesOf, WireErrorBody } from '@powerset/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

type Validator = ReturnType<typeof Compile>;

/** Larger answers are not read: the check is to cost little. */
const longestText = 2_000_000;

/**
 * Compares every JSON answer of a server with what its endpoint declares for that status, strictly: a field that is not
 * declared is a fault too. The faults are collected, so that the test that stops the server can fail with them.
 */
export function checkAnswers(server: FastifyInstance, endpoints: readonly DescribedEndpoint[]): readonly string[] {
  const faults: string[] = [];
  const byRoute = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
  const validators = new Map<TSchema, Validator>();
  const validatorOf = (schema: TSchema) => {
    const found = validators.get(schema) ?? Compile(strict(schema) as TSchema);
    validators.set(schema, found);
    return found;
  };
  server.addHook('onSend', async (request, reply, payload) => {
    const endpoint = byRoute.get(`${request.method} ${request.routeOptions.url}`);
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const isPlain = reply.getHeader('content-encoding') === undefined;
    const text = Buffer.isBuffer(payload) && isPlain ? payload.toString() : payload;
    if (!endpoint || !isJson || typeof text !== 'string' || text.length > longestText) return payload;
    const schema = schemaOf(endpoint, reply.statusCode);
    const problem = schema ? describe(validatorOf(schema), JSON.parse(text)) : 'the status is not declared';
    if (problem) faults.push(`${endpoint.id} answered ${reply.statusCode}: ${problem}`);
    return payload;
  });
  return faults;
}

function schemaOf(endpoint: DescribedEndpoint, status: number): TSchema | undefined {
  const own = endpoint.answers[status];
  if (own && !('mediaType' in own)) return own as TSchema;
  // A refusal whose body is another in some cases is told as everywhere in the others.
  if (own && status >= 400) return WireErrorBody;
  return status >= 500 || errorStatusesOf(endpoint).includes(status) ? WireErrorBody : undefined;
}

function describe(validator: Validator, answer: unknown): string | null {
  if (validator.Check(answer)) return null;
  return validator
    .Errors(answer)
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
    .join('; ');
}

/** The same schema, without room for fields that it does not name. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part)]));
  const isClosed = 'properties' in schema && !('additionalProperties' in schema);
  return isClosed ? { ...parts, additionalProperties: false } : parts;
}
