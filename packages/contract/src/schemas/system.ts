import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { raw, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';

const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('not ready')]),
  checks: Type.Object({ store: Type.Boolean(), engine: Type.Boolean() }),
});

const MenuItem = Type.Object({ name: Type.String(), label: Type.String(), url: Type.String(), icon: Type.String() });
/** A part of the menu, with the pages below it where it is none itself. */
const MenuPart = Type.Object({ ...MenuItem.properties, childs: Type.Array(MenuItem) });
export type WireMenuPart = Wire<typeof MenuPart>;

const tag = 'System';

export const systemOperations = {
  health: {
    id: 'system.health',
    summary: 'Answers OK when the server is ready',
    tag,
    access: 'public',
    answers: { 200: raw('text/plain', 'OK') },
  },
  ready: {
    id: 'system.ready',
    summary: 'Whether the store and the embedded engine answer; 503 when one does not',
    tag,
    access: 'public',
    answers: { 200: Readiness, 503: Readiness },
    // Whoever asks with a token that has ended.
    errors: [401, 403],
  },
  healthcheck: {
    id: 'system.healthcheck',
    summary: 'As /health',
    tag,
    access: 'public',
    isLegacy: true,
    answers: { 200: raw('text/plain', 'OK') },
  },
  ping: {
    id: 'system.ping',
    summary: 'As /health',
    tag,
    access: 'public',
    isLegacy: true,
    answers: { 200: raw('text/plain', 'OK') },
  },
  metrics: {
    id: 'system.metrics',
    summary: 'Figures about the server in the Prometheus text format',
    tag,
    access: { verb: 'can_read', view: 'Metrics' },
    answers: { 200: raw('text/plain', 'Figures in the Prometheus text format') },
  },
  availableDomains: {
    id: 'system.available_domains',
    summary: 'Other domains over which pages may spread their calls: none, as one connection takes them all',
    tag,
    access: { verb: 'can_read', view: 'AvailableDomains' },
    answers: { 200: resultOf(Type.Object({ domains: Type.Array(Type.String()) })) },
  },
  menu: {
    id: 'system.menu',
    summary: 'Pages that the menu leads to, of those that the asking person may open',
    tag,
    access: 'session',
    answers: { 200: resultOf(Type.Array(MenuPart)) },
  },
  openapi: {
    id: 'system.openapi',
    summary: 'This description of the API',
    tag,
    access: 'session',
    answers: { 200: anyObject },
  },
  apiPage: {
    id: 'system.api_page',
    summary: 'A page to browse and try the API',
    tag,
    access: 'session',
    answers: { 200: raw('text/html', 'The page') },
  },
  apiPageFile: {
    id: 'system.api_page_file',
    summary: 'Scripts and styles of that page',
    tag,
    access: 'public',
    params: Type.Object({ name: Type.String() }),
    answers: { 200: raw('application/octet-stream', 'The file, under its own media type') },
  },
} as const satisfies Operations;
