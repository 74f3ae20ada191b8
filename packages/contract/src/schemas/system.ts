import Type from 'typebox';
import type { Operations } from '../endpoints.ts';
import { undeclared } from './answers.ts';

const tag = 'System';

export const systemOperations = {
  health: {
    id: 'system.health',
    summary: 'Answers OK when the server is ready',
    tag,
    access: 'public',
    answers: { 200: undeclared },
  },
  ready: {
    id: 'system.ready',
    summary: 'Whether the store and the embedded engine answer; 503 when one does not',
    tag,
    access: 'public',
    answers: { 200: undeclared },
  },
  healthcheck: {
    id: 'system.healthcheck',
    summary: 'As /health',
    tag,
    access: 'public',
    isLegacy: true,
    answers: { 200: undeclared },
  },
  ping: {
    id: 'system.ping',
    summary: 'As /health',
    tag,
    access: 'public',
    isLegacy: true,
    answers: { 200: undeclared },
  },
  metrics: {
    id: 'system.metrics',
    summary: 'Figures about the server in the Prometheus text format',
    tag,
    access: { verb: 'can_read', view: 'Metrics' },
    answers: { 200: undeclared },
  },
  dynamicPlugins: {
    id: 'system.dynamic_plugins',
    summary: 'Chart types that are loaded from other places; there are none',
    tag,
    access: 'session',
    isLegacy: true,
    answers: { 200: undeclared },
  },
  openapi: {
    id: 'system.openapi',
    summary: 'This description of the API',
    tag,
    access: 'session',
    answers: { 200: undeclared },
  },
  apiPage: {
    id: 'system.api_page',
    summary: 'A page to browse and try the API',
    tag,
    access: 'session',
    answers: { 200: undeclared },
  },
  apiPageFile: {
    id: 'system.api_page_file',
    summary: 'Scripts and styles of that page',
    tag,
    access: 'public',
    params: Type.Object({ name: Type.String() }),
    answers: { 200: undeclared },
  },
} as const satisfies Operations;
