import type { EndpointsOf } from './endpoints.ts';
import type { mcpOperations } from './schemas/mcp.ts';

export const mcpEndpoints: EndpointsOf<typeof mcpOperations> = {
  call: { method: 'POST', path: '/mcp', isCsrfExempt: true },
  listen: { method: 'GET', path: '/mcp' },
  leave: { method: 'DELETE', path: '/mcp', isCsrfExempt: true },
};
