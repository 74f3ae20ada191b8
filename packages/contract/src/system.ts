import Type from 'typebox';
import { defineEndpoint } from './endpoints.ts';

const tag = 'System';

export const systemEndpoints = {
  health: defineEndpoint({
    id: 'system.health',
    method: 'GET',
    path: '/health',
    summary: 'Answers OK when the server is ready',
    tag,
    access: 'public',
  }),
  ready: defineEndpoint({
    id: 'system.ready',
    method: 'GET',
    path: '/health/ready',
    summary: 'Whether the store and the embedded engine answer; 503 when one does not',
    tag,
    access: 'public',
  }),
  healthcheck: defineEndpoint({
    id: 'system.healthcheck',
    method: 'GET',
    path: '/healthcheck',
    summary: 'As /health',
    tag,
    access: 'public',
    isLegacy: true,
  }),
  ping: defineEndpoint({
    id: 'system.ping',
    method: 'GET',
    path: '/ping',
    summary: 'As /health',
    tag,
    access: 'public',
    isLegacy: true,
  }),
  metrics: defineEndpoint({
    id: 'system.metrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Figures about the server in the Prometheus text format',
    tag,
    access: { verb: 'can_read', view: 'Metrics' },
  }),
  dynamicPlugins: defineEndpoint({
    id: 'system.dynamic_plugins',
    method: 'GET',
    path: '/dynamic-plugins/api/read',
    summary: 'Chart types that are loaded from other places; there are none',
    tag,
    access: 'session',
    isLegacy: true,
  }),
  openapi: defineEndpoint({
    id: 'system.openapi',
    method: 'GET',
    path: '/api/v1/_openapi',
    summary: 'This description of the API',
    tag,
    access: 'session',
  }),
  apiPage: defineEndpoint({
    id: 'system.api_page',
    method: 'GET',
    path: '/swagger/v1',
    summary: 'A page to browse and try the API',
    tag,
    access: 'session',
  }),
  apiPageFile: defineEndpoint({
    id: 'system.api_page_file',
    method: 'GET',
    path: '/swagger/files/:name',
    summary: 'Scripts and styles of that page',
    tag,
    access: 'public',
    params: Type.Object({ name: Type.String() }),
  }),
} as const;
