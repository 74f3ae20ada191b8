import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startReportWorld } from './reports-fixture.ts';

it('a run is one trace: what is drawn and asked for it, and the webhook that gets it', async () => {
  const bodies: string[] = [];
  const parents: unknown[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      else parents.push(request.headers.traceparent);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const world = await startReportWorld({ POWERSET_OTLP_URL: url, POWERSET_WEBHOOK_PRIVATE_HOSTS: 'true' });
  const recipients = [{ type: 'Webhook', recipient_config_json: { target: `${url}/hook` } }];
  await world.make({ recipients });
  await world.strike('2026-03-02T06:00:00Z');
  await world.stop();
  receiver.close();
  const spans = bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  const run = spans.find(({ name }) => name === 'run report');
  expect(run.attributes).toContainEqual({ key: 'powerset.report.state', value: { stringValue: 'Success' } });
  for (const name of ['draw picture', 'query duckdb'])
    expect(
      spans.some((span) => span.name === name && span.traceId === run.traceId),
      name,
    ).toBe(true);
  expect(parents).toEqual([`00-${run.traceId}-${run.spanId}-01`]);
});
