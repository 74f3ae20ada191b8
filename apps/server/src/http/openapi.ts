import type { Endpoint } from '@powerset/contract';
import type { TSchema } from 'typebox';

const methodsWithBody = new Set(['POST', 'PUT']);

/** The OpenAPI 3.0 document of everything the server answers. */
export function toOpenApi(endpoints: readonly Endpoint[], version: string): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint, path) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Powerset',
      version,
      description: 'The REST API of Powerset. Sign in for a bearer token at `POST /api/v1/security/login`.',
    },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ bearer: [] }],
  };
}

function toOperation(endpoint: Endpoint, path: string): Readonly<Record<string, unknown>> {
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    deprecated: endpoint.isLegacy ?? false,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    'x-access': endpoint.access,
    parameters: [
      ...pathNames.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(endpoint.query),
    ],
    ...(methodsWithBody.has(endpoint.method) && endpoint.body ? { requestBody: toRequestBody(endpoint) } : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        ...(endpoint.response ? { content: { 'application/json': { schema: endpoint.response } } } : {}),
      },
      ...(endpoint.access === 'public'
        ? {}
        : { 401: { description: 'Not signed in' }, 403: { description: 'Not allowed' } }),
      ...(endpoint.body ? { 400: { description: 'The payload is wrong; the message names the fields' } } : {}),
    },
  };
}

function toRequestBody(endpoint: Endpoint): Readonly<Record<string, unknown>> {
  const type = endpoint.bodyKind === 'multipart' ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: endpoint.body } } };
}

function queryParameters(schema: TSchema | undefined): readonly Readonly<Record<string, unknown>>[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}
