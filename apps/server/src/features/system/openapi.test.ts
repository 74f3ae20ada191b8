import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Readonly<Record<string, unknown>> }>>;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly 'x-access': string | object;
  readonly parameters: readonly { readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

let running: InProcessApp;
let operations: readonly Operation[];
let errors: ReturnType<typeof Compile>;
beforeAll(async () => {
  running = await startInProcess();
  const { paths, components } = (await running.admin.get('/api/v1/_openapi')).json;
  operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  errors = Compile(components.schemas.Errors);
});
afterAll(() => running.stop());

/** The statuses that an operation must name besides its successes. */
function expectedStatuses({ method, path, responses, requestBody, ...operation }: Operation): readonly string[] {
  const isChange = method !== 'GET';
  const takesInput = isChange || operation.parameters.length > 0;
  const isLocked = JSON.stringify(requestBody ?? {}).includes('"last_modified_time"');
  return [
    '401',
    '5XX',
    ...(takesInput ? ['400'] : []),
    ...(isChange || operation['x-access'] !== 'public' ? ['403'] : []),
    ...(path.includes('{') ? ['404'] : []),
    ...(isLocked ? ['409'] : []),
    ...(isChange ? ['413', '422'] : []),
    ...(['security.login', 'security.set_up', 'security.sign_in'].includes(operation.operationId) ? ['429'] : []),
  ].filter((status) => !(status in responses));
}

it('names every answer of every endpoint: its successes, and 400, 401, 403, 404, 409, 413, 422 and 429 where they can be', () => {
  expect(operations.length).toBe(running.app.endpoints.length);
  const lacking = operations.flatMap((operation) => {
    const success = Object.keys(operation.responses).filter((status) => /^[23]\d\d$/.test(status));
    // What is not served at an address is refused whoever asks.
    const hasSuccess = success.length > 0 || '405' in operation.responses;
    const missing = [...(hasSuccess ? [] : ['a success']), ...expectedStatuses(operation)];
    return missing.length > 0 ? [`${operation.operationId} lacks ${missing.join(', ')}`] : [];
  });
  expect(lacking).toEqual([]);
});

it('says of every answer what it holds', () => {
  const silent = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([, { description, content = {} }]) => {
        const json = content['application/json'];
        return description === '' || (json && Object.keys(json.schema ?? {}).length === 0);
      })
      .map(([status]) => `${operationId} ${status}`),
  );
  expect(silent).toEqual([]);
});

/** How an answer differs from what the document says; null when it is as it says. */
async function findFault(client: ApiClient, operation: Operation, body: unknown): Promise<string | null> {
  const { method, path, operationId, responses } = operation;
  const address = path.replaceAll(/\{\w+\}/g, '999999999');
  const answer = await client.send(method, address, { redirect: 'manual', ...(method === 'GET' ? {} : { body }) });
  const response = responses[answer.status] ?? (answer.status >= 500 ? responses['5XX'] : undefined);
  if (!response) return `${operationId} answered ${answer.status}, which is not named`;
  const schema = response.content?.['application/json']?.schema;
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  if (answer.status < 400 || !schema || !isJson || answer.text === '') return null;
  const validator = schema.$ref === '#/components/schemas/Errors' ? errors : Compile(schema);
  return validator.Check(answer.json) ? null : `${operationId} answered ${answer.status} in another shape`;
}

/** Ends the session that the others are asked with. */
const isSignOut = ({ operationId }: Operation) => operationId === 'security.sign_out';

it('is what refusals are like: of who has not signed in, and of who asks for what is not there or is wrong', async () => {
  const faults: (string | null)[] = [];
  for (const operation of operations) {
    faults.push(await findFault(apiClient(running.url), operation, {}));
    if (!isSignOut(operation)) faults.push(await findFault(running.admin, operation, ['wrong']));
  }
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
}, 120_000);
