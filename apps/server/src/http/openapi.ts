import type { DescribedEndpoint, RawAnswer } from '@powerset/contract';
import { errorStatusesOf, WireErrorBody } from '@powerset/contract/schemas';
import type { TSchema } from 'typebox';

const methodsWithBody = new Set(['POST', 'PUT']);

/** The OpenAPI 3.0 document of everything the server answers. */
export function toOpenApi(endpoints: readonly DescribedEndpoint[], version: string): Readonly<Record<string, unknown>> {
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
    components: {
      schemas: { Errors: WireErrorBody },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    security: [{ bearer: [] }],
  };
}

function toOperation(endpoint: DescribedEndpoint, path: string): Readonly<Record<string, unknown>> {
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
    responses: toResponses(endpoint),
  };
}

const errorTexts: Readonly<Record<string, string>> = {
  400: 'The payload is wrong; the message names the fields',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'There is no such thing, or none that the caller may see',
  408: 'The request came too slowly',
  409: 'Somebody else saved it since it was read',
  410: 'It was kept once, and is no more',
  413: 'The request is larger than the server takes',
  422: 'Well asked, and cannot be done as things stand',
  429: 'Too many attempts; `retry-after` says when the next one is taken',
  499: 'It was stopped',
};
const failure = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } };

function toResponses(endpoint: DescribedEndpoint): Readonly<Record<string, unknown>> {
  const declared = Object.entries(endpoint.answers).map(([status, answer], at) => [
    status,
    // Statuses are in order; other forms are those of the first.
    toResponse(status, [answer, ...(at === 0 ? (endpoint.otherForms ?? []) : [])]),
  ]);
  const failures = errorStatusesOf(endpoint).map((status) => [
    String(status),
    { description: errorTexts[status] ?? 'It failed', ...failure },
  ]);
  return {
    ...Object.fromEntries([...declared, ...failures]),
    '5XX': { description: 'The server or a database failed', ...failure },
  };
}

function toResponse(status: string, forms: readonly (TSchema | RawAnswer)[]): Readonly<Record<string, unknown>> {
  const content = Object.assign({}, ...forms.map(toContent));
  const [plain] = forms;
  return {
    description: plain && isRaw(plain) ? plain.description : (errorTexts[status] ?? 'Success'),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function toContent(answer: TSchema | RawAnswer): Readonly<Record<string, unknown>> {
  if (!isRaw(answer)) return { 'application/json': { schema: answer } };
  const { mediaType, item, events } = answer;
  if (!mediaType) return {};
  const schema = events ? { anyOf: Object.values(events) } : item;
  return { [mediaType]: schema ? { schema } : {} };
}

function isRaw(answer: TSchema | RawAnswer): answer is RawAnswer {
  return 'mediaType' in answer;
}

function toRequestBody(endpoint: DescribedEndpoint): Readonly<Record<string, unknown>> {
  const types = {
    multipart: 'multipart/form-data',
    xml: 'text/xml',
    form: 'application/json',
    json: 'application/json',
  };
  const type = types[endpoint.bodyKind ?? 'json'];
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
