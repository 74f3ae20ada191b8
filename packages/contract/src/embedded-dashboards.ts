import type { EndpointsOf } from './endpoints.ts';
import type { embeddedDashboardOperations } from './schemas/embedded-dashboards.ts';

export const embeddedDashboardEndpoints: EndpointsOf<typeof embeddedDashboardOperations> = {
  get: { method: 'GET', path: '/api/v1/dashboard/:id/embedded' },
  embed: { method: 'POST', path: '/api/v1/dashboard/:id/embedded' },
  change: { method: 'PUT', path: '/api/v1/dashboard/:id/embedded' },
  end: { method: 'DELETE', path: '/api/v1/dashboard/:id/embedded' },
  open: { method: 'GET', path: '/api/v1/embedded_dashboard/:uuid' },
  guestToken: { method: 'POST', path: '/api/v1/security/guest_token/' },
};

/** The header in which an embedded page shows whose it is. */
export const guestTokenHeader = 'X-GuestToken';

/** A site that may show a dashboard: its origin, where `*.` stands for all names below. */
export const sitePattern = '^https?://(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\\d{1,5})?$';
